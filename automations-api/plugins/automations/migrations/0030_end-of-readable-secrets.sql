-- A secret that is stored as it is signs nothing any more: its webhook needs another one.
UPDATE {prefix}automations_webhooks SET secret = '' WHERE LEFT(secret, 6) = 'whsec_';
