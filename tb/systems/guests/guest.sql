-- SPDX-License-Identifier: Apache-2.0
CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c REAL);
BEGIN;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
INSERT INTO t SELECT i, printf('row %d of many', i * 7919 % 100003), i / 7.0 FROM n;
COMMIT;
CREATE INDEX by_b ON t(b);
SELECT count(*), sum(a), round(sum(c), 3), min(b), max(b) FROM t;
UPDATE t SET b = b || '!' WHERE a % 10 = 0;
DELETE FROM t WHERE a % 7 = 3;
SELECT b, count(*) FROM t GROUP BY substr(b, -4) ORDER BY 2 DESC, 1 LIMIT 20;
SELECT t.a, u.a FROM t JOIN t AS u ON t.b = u.b || '!' LIMIT 10;
PRAGMA integrity_check;
VACUUM;
SELECT count(*), sum(length(b)) FROM t;
SELECT nothing FROM nowhere;
