"""Lists of players from elsewhere: a file or pasted rows become a Grid, a Grid becomes a Plan, a Plan is applied whole.

xlsx, text   bytes -> Grid; nothing in a file is ever run or evaluated
headings     which column is what
entries      a line -> the fields of one person and what is wrong with them
plan         what would happen to whom; the page shows it, and applying makes it again and compares
sealed       how the lines wait in the page between preview and apply
"""
