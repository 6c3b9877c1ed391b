-- What tells that two contacts may be one person, computed by the server from the row itself: the address without what a
-- mailbox ignores (a part behind +, the dots of Gmail), and the digits of a phone number without the leading 00.
ALTER TABLE {prefix}automations_contacts
  ADD COLUMN email_twin VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin GENERATED ALWAYS AS (
    CONCAT(
      CASE
        WHEN LEFT(email_key, 1) = '+' THEN SUBSTRING_INDEX(email_key, '@', 1)
        WHEN SUBSTRING_INDEX(email_key, '@', -1) IN ('gmail.com', 'googlemail.com')
          THEN REPLACE(SUBSTRING_INDEX(SUBSTRING_INDEX(email_key, '@', 1), '+', 1), '.', '')
        ELSE SUBSTRING_INDEX(SUBSTRING_INDEX(email_key, '@', 1), '+', 1)
      END,
      '@',
      CASE SUBSTRING_INDEX(email_key, '@', -1)
        WHEN 'googlemail.com' THEN 'gmail.com'
        ELSE SUBSTRING_INDEX(email_key, '@', -1)
      END
    )
  ) VIRTUAL,
  ADD COLUMN phone_digits VARCHAR(50) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin GENERATED ALWAYS AS (
    REGEXP_REPLACE(REGEXP_REPLACE(contact_no, '[^0-9]', ''), '^00', '')
  ) VIRTUAL;
ALTER TABLE {prefix}automations_contacts ADD KEY contacts_email_twin (email_twin);
ALTER TABLE {prefix}automations_contacts ADD KEY contacts_phone (phone_digits);
