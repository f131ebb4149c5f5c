"""``sumtrace cache``: what is cached on disk, and how to remove it."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from sumtrace.cli.console import Json, Quiet, out, say
from sumtrace.cli.help import Group
from sumtrace.cli.options import in_bytes

cache = typer.Typer(cls=Group)

VECTORS, KERNELS = "vectors", "kernels"


@cache.callback(invoke_without_command=True)
def listed(context: typer.Context, json: Json = False) -> None:
    """List and remove what is cached on disk.

    Compiled corpora, compiled code and what the networks computed for each text are kept to save time. All of it may be
    removed.

    [bold]Examples[/bold]

      sumtrace cache

      sumtrace cache remove 0123456789abcdef

      sumtrace cache remove --all
    """
    if context.invoked_subcommand is not None:
        return
    from sumtrace.kernels import cache_folder, kept_kernels
    from sumtrace.meaning import vector_cache_use
    from sumtrace.training.compiled import kept_corpora

    use = vector_cache_use()
    corpora = list(kept_corpora())
    versions = kept_kernels()
    compiled = sum(file.stat().st_size for folder in versions for file in folder.rglob("*") if file.is_file())
    if json:
        import msgspec

        vectors = {"name": VECTORS, "bytes": use.size, "entries": use.entries}
        rows = [
            {
                "name": name,
                "bytes": size,
                "pairs": None if found is None else found.pairs,
                "sources": None if found is None else found.sources,
            }
            for name, found, size in corpora
        ]
        kernels = {"name": KERNELS, "bytes": compiled, "versions": len(versions)}
        everything = {"folder": str(cache_folder().parent), "corpora": rows, VECTORS: vectors, KERNELS: kernels}
        typer.echo(msgspec.json.encode(everything))
        return
    table = Table("name", "size", "holds", box=None, pad_edge=False)
    for name, found, size in corpora:
        unusable = "a corpus that is damaged or from another version: remove it"
        holds = unusable if found is None else f"{found.pairs:,} pairs of {', '.join(found.sources)}"
        table.add_row(name, in_bytes(size), holds)
    table.add_row(VECTORS, in_bytes(use.size), f"{use.entries:,} sentences and judged claims")
    table.add_row(KERNELS, in_bytes(compiled), f"compiled code of {len(versions)} version{'s'[: len(versions) != 1]}")
    out.print(table)
    out.print(f"in {cache_folder().parent}", markup=False)


@cache.command()
def remove(
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME", help="What to remove.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Remove everything that is listed.")] = False,
    quiet: Quiet = False,
) -> None:
    """Remove compiled corpora by name, the vectors, or the compiled code.

    A corpus that a running training uses cannot be removed. Whatever is removed is made again when it is needed.

    [bold]Examples[/bold]

      sumtrace cache remove vectors kernels

      sumtrace cache remove --all
    """
    from sumtrace.errors import InputError
    from sumtrace.kernels import remove_kernels
    from sumtrace.meaning import remove_vectors
    from sumtrace.training.compiled import corpora_folder, remove_corpus

    wanted = list(names or ())
    if everything:
        wanted = [folder.name for folder in sorted(corpora_folder().glob("[!.]*/"))] + [VECTORS, KERNELS]
    if not wanted:
        raise InputError("nothing to remove", hint="Give a name listed by sumtrace cache, or --all.")
    for name in wanted:
        if name == VECTORS:
            remove_vectors()
        elif name == KERNELS:
            remove_kernels()
        else:
            remove_corpus(name)
        if not quiet:
            say(f"removed {name}")
