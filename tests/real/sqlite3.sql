-- Tables, indices, joins, sorting, text and deletion, in memory.

CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, town INTEGER);
CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
   INSERT INTO town SELECT i, 'town ' || (i * 7 % 20) FROM n;
BEGIN;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
   INSERT INTO person SELECT i, printf('person %04d', i * 389 % 400), i * 31 % 90, i % 20 + 1 FROM n;
COMMIT;
CREATE INDEX person_by_town ON person (town, age);
SELECT town.name, count(*), avg(age), max(person.name) FROM person JOIN town ON person.town = town.id
   GROUP BY town.id ORDER BY 3 DESC, 1;
SELECT name, age FROM person WHERE name LIKE '%7_' ORDER BY age, name LIMIT 20;
UPDATE person SET age = age + 1 WHERE town IN (SELECT id FROM town WHERE name > 'town 15');
DELETE FROM person WHERE age > 60;
SELECT count(*), sum(age), total(length(name)) FROM person;
SELECT upper(substr(name, 3)) || hex(zeroblob(3)) FROM person WHERE id % 97 = 5;
