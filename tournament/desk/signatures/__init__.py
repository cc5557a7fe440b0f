"""Report sheets at the table: one player types the sheet on a phone, another one signs it by their badge."""
