"""The commands `rightreasons make ...`: a file or a folder of files, made from data or from templates."""
