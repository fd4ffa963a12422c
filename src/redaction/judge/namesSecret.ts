// Keys that nobody keeps secret, or lookup keys of a store; many of them look random.
const otherKey =
  /(?:public|publishable|published|anonymous|foreign|sort|partition|group|cache|cached|idempotency|idempotent|registry|shortcut|unique|object|index|lookup|config|settings?|theme|i18n|locale|translation|queue|context|reducer|metadata|dedup|dedupe|deduplication|fingerprint|react|content|field|column|option|enum|event|metric|parent|previous|message|image|asset|bundle|component|element|thread|arrow|trusted|verify|verification|verifying|captcha_?site|site|websocket|application_?server|(?<![A-Za-z])(?:pub|anon|ref|row|hot|map|state|route|store|meta|build|hash|item|list|tree|dict|json|tag|label|lock|child|start|end|first|last|next|prev|path|file|url|etag|chunk|module|request|response|block|msg|render|prop|span|trace|job|task|run|step|turn|tool|call|stat|count|sub|super|any|press|answer|known))[ _.-]?keys?$/i;

const knownKey =
  /(?:api|access|secret|private|priv|enc|crypt|gateway|push|send|callback|callback_verify|wifi|wlan|wi-fi|hotspot|gossip|tacacs|radius|unlock|verify_?token|sc|encrypt|encryption|decryption|sign|signing|signature|master|auth|account|shared|storage|license|licence|service|client|deploy|session|webhook|hmac|jwt|cipher|crypto|aes|rsa|symmetric|admin|subscription|server|app|application|consumer|write|ingest|ingestion|local|integration|pre-?shared|psk|unseal|recovery|validation|machine|backup|root|fernet|cookie|token|password|data|merchant|transaction|partner|mch|pay|sdk|rest|wep|wpa|network|security|seal|host|bot|user|developer|dev|personal|organization|org|project|ssh|gpg|pgp|vapid|wireguard|wg|tsig|rndc|dkim|stream|embed|sync|cluster|agent|setup|invite|join|registration|activation|device|install|query|function|system|apiv3|v3|v2|flask|django|rails|laravel|nextauth|cron|sentry|s3|r2|gcs|oss|cos|obs)[ _.-]?key$|wireless\.[\w@[\]-]{1,24}\.key$|api[ _-]v\d[ _-]key$|[?&]key$|["'](?:jwt|auth|crypt|crypto|encryption|aes|hmac|security|tokens?|signing|authentication|identity)["'](?: ?: ?\{| ?=> ?\[| ?=> ?array ?\()\s{0,16}["']key$|\bskey$|[密秘]钥$|激活码$|注册码$|序列号$|卡密$|_hash$|apihash$|api hash$|key_?id$/i;

// A constant in code with exactly this name.
const constant = /(?<![A-Za-z_."'-])KEY$/;
const variable = /[A-Z0-9]_(?:KEY|Key)$/;

const countedToken =
  /(?:page|next|continuation|continue|sync|resume|cursor|cancel|cancellation|stop|eos|bos|pad|sep|cls|mask|unk|special|start|(?<!back|front)end|first|last|design|color|input|output|max|(?<!ad)min|total|num|(?<![A-Za-z])(?:lex|syntax|file|folder|doc|obj|sheet|wiki|node|block))[_-]?token$/i;
const otherPass =
  /(?:by|com|tres|multi|single|render|shader|sur|over|under|first|second|one|two|low|high|band|all|post|pre|fast|back|forward|line|opt|optim\w{0,8}|sub|next|last|inner|outer|main|depth|shadow|light|ssao|bloom|effect|copy|blit|compute|boarding|season|day|test|tests|did|(?<![A-Za-z])do|not|can|must|should|will|to|they|we|that)[ _-]?pass$/i;

// The key of a list element: `<li key="…">`.
const elementKey = /<[A-Za-z][\w.]{0,24}\s(?:[^<>]{0,30}\s)?key$/;
const loneKey = /["' ,]key$/i;
// A key next to a user name: `{"username": "…", "key": "…"}`.
const keyOfUser =
  /(?:user(?:name)?|email|login|account|(?:client|app|key)_?id)\\{0,7}["']? ?[:=] ?\\{0,7}["'][^"'\n\\]{1,40}\\{0,7}["'], ?\\{0,7}["']?key$/i;

/**
 * How surely a text that ends with `key` names a secret: `known` for well-known names of secret keys, `maybe` for unknown names,
 * undefined for lookup keys and keys that are public. `further` returns more of the text before it.
 */
export function keyKind(before: string, further: () => string): 'known' | 'maybe' | undefined {
  if (otherKey.test(before) || elementKey.test(before)) return undefined;
  if (knownKey.test(before) || variable.test(before) || constant.test(before)) return 'known';
  return loneKey.test(before) && keyOfUser.test(further()) ? 'known' : 'maybe';
}

/** Whether a text that ends with `token` names neither a token of a language nor a position in a list. */
export function namesToken(before: string): boolean {
  return !countedToken.test(before);
}

/** Whether a text that ends with `pass` names a password rather than a pass over data. */
export function namesPass(before: string): boolean {
  return !before.slice(-4).toLowerCase().endsWith('pass') || !otherPass.test(before);
}
