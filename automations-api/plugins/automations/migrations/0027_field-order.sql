-- Where custom fields and their groups stand in forms, from 1. Those with 0 come after all others, in order of their making.
ALTER TABLE {prefix}automations_fields ADD COLUMN position INT UNSIGNED NOT NULL DEFAULT 0;
ALTER TABLE {prefix}automations_field_groups ADD COLUMN position INT UNSIGNED NOT NULL DEFAULT 0;
