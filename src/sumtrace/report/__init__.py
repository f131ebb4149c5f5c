"""Reports: pages, pictures and tables for people."""
