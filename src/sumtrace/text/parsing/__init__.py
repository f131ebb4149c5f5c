"""Constituency parsers: the shipped one, and others behind one small protocol."""

from sumtrace.text.parsing.backends import PARSERS, MissingParserError, Parser, ParserName, parse_stream, parser

__all__ = ["PARSERS", "MissingParserError", "Parser", "ParserName", "parse_stream", "parser"]
