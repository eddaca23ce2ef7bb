-- What Perfetto's trace processor has read of a profile: a row for each stack, the root first, with the sum of its
-- values, or the number of its samples, and where the first of these begins in nanoseconds; and one for each error.
-- Texts are in hexadecimal: routines of a stack are NAME@OBJECT, each behind a blank.

WITH RECURSIVE
   stacks(id, stack) AS (
      SELECT c.id, ' ' || hex(f.name) || '@' || hex(m.name)
      FROM stack_profile_callsite c
      JOIN stack_profile_frame f ON f.id = c.frame_id
      JOIN stack_profile_mapping m ON m.id = f.mapping
      WHERE c.parent_id IS NULL
      UNION ALL
      SELECT c.id, stacks.stack || ' ' || hex(f.name) || '@' || hex(m.name)
      FROM stacks
      JOIN stack_profile_callsite c ON c.parent_id = stacks.id
      JOIN stack_profile_frame f ON f.id = c.frame_id
      JOIN stack_profile_mapping m ON m.id = f.mapping
   )
SELECT hex(p.sample_type_type || '/' || p.sample_type_unit) AS kind, stack, CAST(sum(s.value) AS INT) AS value, 0 AS at
FROM __intrinsic_aggregate_sample s
JOIN __intrinsic_aggregate_profile p ON p.id = s.aggregate_profile_id
JOIN stacks ON stacks.id = s.callsite_id
GROUP BY p.id, stack
UNION ALL
SELECT hex(thread.name || CASE WHEN thread.is_idle THEN ' (hidden)' ELSE '' END), stack, count(*), min(s.ts)
FROM cpu_profile_stack_sample s
JOIN thread USING (utid)
JOIN stacks ON stacks.id = s.callsite_id
GROUP BY utid, stack
UNION ALL
SELECT hex('error'), ' ' || hex(name) || '@', value, 0
FROM stats
WHERE severity <> 'info' AND value > 0;
