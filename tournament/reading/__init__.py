"""Any file or pasted rows as a raw table: encodings, separators, XLSX and ODS, headings in many languages; no model."""
