import { aiRules } from './rules/aiRules.ts';
import { assignmentRules } from './rules/assignmentRules.ts';
import { callRule } from './rules/callRule.ts';
import { chatRules, messagingRules } from './rules/chatRules.ts';
import { awsRules, cloudRules } from './rules/cloudRules.ts';
import { codeRules } from './rules/codeRules.ts';
import { commandLineRule } from './rules/commandLineRule.ts';
import { commandSecretRule } from './rules/commandSecretRule.ts';
import { cookieRule, headerRules } from './rules/headerRules.ts';
import { furtherIssuersRule, unknownIssuerRule } from './rules/issuerRules.ts';
import { jwtRule } from './rules/jwtRule.ts';
import { likelySecretRule } from './rules/likelySecretRule.ts';
import { netrcRule } from './rules/netrcRule.ts';
import { networkRule } from './rules/networkRule.ts';
import { paymentCardRule, paymentRules } from './rules/paymentRules.ts';
import { privateKeyRules } from './rules/privateKeyRules.ts';
import { proseRules } from './rules/proseRules.ts';
import { secondFactorRules } from './rules/secondFactorRules.ts';
import { secretFileRule } from './rules/secretFileRule.ts';
import { serviceRules, twilioRule } from './rules/serviceRules.ts';
import { statedSecretRule } from './rules/statedSecretRule.ts';
import { tableRule } from './rules/tableRule.ts';
import { urlRules } from './rules/urlRules.ts';
import type { SecretRule } from './secretRule.ts';

/** Every rule of the kit; `docs/redaction.md` shows them as a table. */
export const secretRules: readonly SecretRule[] = [
  ...aiRules,
  ...awsRules,
  ...cloudRules,
  ...codeRules,
  ...chatRules,
  ...paymentRules,
  paymentCardRule,
  ...messagingRules,
  twilioRule,
  ...serviceRules,
  furtherIssuersRule,
  unknownIssuerRule,
  ...privateKeyRules,
  jwtRule,
  ...urlRules,
  ...headerRules,
  cookieRule,
  netrcRule,
  commandSecretRule,
  commandLineRule,
  callRule,
  networkRule,
  secretFileRule,
  ...assignmentRules,
  tableRule,
  ...proseRules,
  ...secondFactorRules,
  statedSecretRule,
  likelySecretRule,
];
