"""Layer 11: results as screens, JSON and CSV; the only importer of rich, which loads with the first screen."""
