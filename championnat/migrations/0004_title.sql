-- What people call the championship, if it has a title.

ALTER TABLE championship ADD COLUMN title TEXT;
