/** Brands that phishing imitates, and well-known domains. `SAFETY_BRANDS` adds brands. */
export const brands = `paypal google gmail youtube android apple icloud itunes amazon microsoft outlook office hotmail
  onedrive sharepoint facebook instagram whatsapp messenger netflix spotify disney ebay twitter linkedin tiktok snapchat
  pinterest reddit discord telegram signal skype zoom slack dropbox docusign adobe github gitlab bitbucket atlassian
  wordpress shopify wix godaddy cloudflare openai chatgpt anthropic wikipedia yahoo yandex baidu alibaba aliexpress taobao
  tencent wechat weibo samsung huawei xiaomi nokia sony playstation nintendo xbox steam steampowered steamcommunity
  epicgames roblox minecraft twitch airbnb booking expedia uber lyft walmart target costco ikea zalando
  coinbase binance kraken bitfinex bitstamp metamask blockchain opensea uniswap ledger trezor tether bitcoin ethereum
  visa mastercard americanexpress discover chase wellsfargo bankofamerica capitalone citibank hsbc barclays lloyds natwest
  santander bbva caixabank unicredit intesasanpaolo bnpparibas creditagricole societegenerale deutschebank commerzbank
  sparkasse postbank rabobank abnamro swedbank nordea revolut monzo klarna stripe venmo cashapp zelle westernunion
  moneygram payoneer skrill transferwise sberbank tinkoff dhl fedex usps royalmail laposte deutschepost telekom vodafone
  tmobile verizon comcast xfinity telefonica movistar swisscom norton mcafee kaspersky`
  .split(/\s+/)
  .filter(Boolean);

/** Domains on which anyone can publish pages. A feed's entry for one of their hosts concerns a single page. */
const sharedDomains = `google.com youtu.be amazonaws.com windows.net live.com sharepoint.com t.me telegram.org bit.ly
  t.co goo.gl tinyurl.com is.gd ow.ly cutt.ly rebrand.ly linktr.ee wikipedia.org archive.org gitlab.io notion.so
  notion.site canva.com typeform.com jotform.com mailchimp.com sendgrid.net dropboxusercontent.com
  githubusercontent.com discordapp.com mediafire.com mega.nz 4shared.com box.com pastebin.com`.split(/\s+/);

/** Registrable domains that feeds cannot list as a whole. */
export const wellKnownDomains = new Set([...brands.map((brand) => `${brand}.com`), ...sharedDomains]);
