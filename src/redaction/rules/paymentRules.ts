import { tokenRule } from '../match/tokenRule.ts';
import type { SecretRule } from '../secretRule.ts';

/** Keys of payment and shop services. */
export const paymentRules: readonly SecretRule[] = [
  tokenRule({
    id: 'stripe-key',
    label: 'Stripe secret or restricted key, webhook secret (also Paystack)',
    shape: 'sk_live_…, sk_test_…, rk_live_…, whsec_…',
    forms: [
      { prefix: '[sr]k_live_', body: /[A-Za-z0-9]{16,255}/ },
      { prefix: '[sr]k_test_', body: /[A-Za-z0-9]{16,255}/ },
      { prefix: 'sk_org_', body: /(?:live_|test_)?[A-Za-z0-9]{16,255}/ },
      { prefix: 'whsec_', body: /[A-Za-z0-9+/]{24,80}={0,2}/ },
    ],
  }),
  tokenRule({
    id: 'square-token',
    label: 'Square token or secret',
    shape: 'sq0atp-…, sq0csp-…, EAAA…',
    forms: [
      { prefix: 'sq0[a-z]', body: /[a-z]{2}-[A-Za-z0-9_-]{22,60}/ },
      { prefix: 'EAAA', body: /[A-Za-z0-9_-]{59,63}/, weak: true },
    ],
  }),
  tokenRule({
    id: 'shopify-token',
    label: 'Shopify token or secret',
    shape: 'shpat_…, shpca_…, shppa_…, shpss_…',
    forms: [{ prefix: 'shp[acpsu][ast]_', body: /[0-9a-fA-F]{32}/ }],
  }),
  tokenRule({
    id: 'payment-key',
    label: 'Key of another payment service (Braintree, Plaid, Razorpay, Flutterwave, EasyPost, Shippo, Lob)',
    shape: 'access_token$production$…, access-sandbox-…, rzp_live_…, FLWSECK-…, EZAK…, shippo_live_…',
    forms: [
      { prefix: 'access_token$', body: /(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}/ },
      { prefix: 'access-sandbox-', body: /[0-9a-f-]{36}/ },
      { prefix: 'access-production-', body: /[0-9a-f-]{36}/ },
      { prefix: 'access-development-', body: /[0-9a-f-]{36}/ },
      { prefix: 'rzp_live_', body: /[A-Za-z0-9]{14,24}/ },
      { prefix: 'FLWSECK-', body: /[0-9a-fA-F]{32}-X/ },
      { prefix: 'FLWSECK_TEST-', body: /[0-9a-fA-F]{12,32}(?:-X)?/ },
      { prefix: 'EZ[AT]K[A-Za-z0-9]', body: /[A-Za-z0-9]{53}/, weak: true },
      { prefix: 'shippo_live_', body: /[0-9a-f]{40}/ },
      { prefix: 'shippo_test_', body: /[0-9a-f]{40}/ },
    ],
  }),
];
