import { tokenRule } from '../match/tokenRule.ts';
import type { SecretRule } from '../secretRule.ts';

/** Keys of services that run or serve models. */
export const aiRules: readonly SecretRule[] = [
  tokenRule({
    id: 'anthropic-api-key',
    label: 'Anthropic API key or OAuth token',
    shape: 'sk-ant-api03-…, sk-ant-admin01-…, sk-ant-oat01-…',
    forms: [{ prefix: 'sk-ant-', body: /[A-Za-z0-9_-]{32,}/ }],
  }),
  tokenRule({
    id: 'openai-api-key',
    label: 'OpenAI API key',
    shape: 'sk-proj-…, sk-svcacct-…, sk-admin-…, sk-…T3BlbkFJ…, sess-…',
    forms: [
      { prefix: 'sk-proj-', body: /[A-Za-z0-9_-]{32,}/ },
      { prefix: 'sk-svcacct-', body: /[A-Za-z0-9_-]{32,}/ },
      { prefix: 'sk-service-', body: /[A-Za-z0-9_-]{32,}/ },
      { prefix: 'sk-admin-', body: /[A-Za-z0-9_-]{32,}/ },
      { prefix: 'sk-None-', body: /[A-Za-z0-9_-]{32,}/ },
      { prefix: 'sk-[A-Za-z0-9]', body: /[A-Za-z0-9]{19,23}T3BlbkFJ[A-Za-z0-9]{20,}/, weak: true },
      { prefix: 'sess-', body: /[A-Za-z0-9]{40}/, weak: true },
    ],
  }),
  tokenRule({
    id: 'openrouter-api-key',
    label: 'OpenRouter API key',
    shape: 'sk-or-v1-…',
    forms: [{ prefix: 'sk-or-v1-', body: /[0-9a-f]{64}/ }],
  }),
  tokenRule({
    id: 'langfuse-secret-key',
    label: 'Langfuse secret key',
    shape: 'sk-lf-…',
    forms: [{ prefix: 'sk-lf-', body: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/ }],
  }),
  tokenRule({
    id: 'sk-api-key',
    label: 'API key of a service that follows OpenAI (DeepSeek, Moonshot, DashScope, SiliconFlow, …)',
    shape: 'sk-…',
    forms: [{ prefix: 'sk-[A-Za-z0-9]', body: /(?=[A-Za-z]{0,40}\d)[A-Za-z0-9]{19,99}/, weak: true }],
  }),
  tokenRule({
    id: 'google-ai-key',
    label: 'Google AI (Gemini) authorisation key',
    shape: 'AQ.Ab…',
    forms: [{ prefix: 'AQ.Ab', body: /[A-Za-z0-9_-]{40,}/ }],
  }),
  tokenRule({
    id: 'huggingface-token',
    label: 'Hugging Face token',
    shape: 'hf_…, api_org_…',
    forms: [
      { prefix: 'hf_[A-Za-z0-9]', body: /[A-Za-z0-9]{29,39}/ },
      { prefix: 'api_org_', body: /[A-Za-z0-9]{34}/ },
    ],
  }),
  tokenRule({
    id: 'groq-api-key',
    label: 'Groq API key',
    shape: 'gsk_…',
    forms: [{ prefix: 'gsk_', body: /[A-Za-z0-9]{48,56}/ }],
  }),
  tokenRule({
    id: 'xai-api-key',
    label: 'xAI API key',
    shape: 'xai-…',
    forms: [{ prefix: 'xai-', body: /[A-Za-z0-9]{60,90}/ }],
  }),
  tokenRule({
    id: 'perplexity-api-key',
    label: 'Perplexity API key',
    shape: 'pplx-…',
    forms: [{ prefix: 'pplx-', body: /[A-Za-z0-9]{40,60}/ }],
  }),
  tokenRule({
    id: 'tavily-api-key',
    label: 'Tavily API key',
    shape: 'tvly-…, tvly-dev-…',
    forms: [{ prefix: 'tvly-', body: /(?:dev-|prod-)?[A-Za-z0-9-]{24,60}/ }],
  }),
  tokenRule({
    id: 'replicate-api-token',
    label: 'Replicate API token',
    shape: 'r8_…',
    forms: [{ prefix: 'r8_[A-Za-z0-9]', body: /[A-Za-z0-9]{36}/ }],
  }),
  tokenRule({
    id: 'nvidia-api-key',
    label: 'NVIDIA API key',
    shape: 'nvapi-…',
    forms: [{ prefix: 'nvapi-', body: /[A-Za-z0-9_-]{60,70}/ }],
  }),
  tokenRule({
    id: 'ai-service-key',
    label:
      'Key of another AI service (Cerebras, Together, LangSmith, Pinecone, Jina, Firecrawl, E2B, LlamaCloud, Apify, ElevenLabs, Context7, Bedrock)',
    shape: 'csk-…, tgp_v1_…, lsv2_pt_…, pcsk_…, jina_…, fc-…, e2b_…, llx-…, apify_api_…, ctx7sk-…, ABSK…',
    forms: [
      { prefix: 'csk-', body: /[a-z0-9]{44,52}/ },
      { prefix: 'tgp_v1_', body: /[A-Za-z0-9_-]{40,}/ },
      { prefix: 'lsv2_', body: /(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}/ },
      { prefix: 'pcsk_', body: /[A-Za-z0-9_]{60,80}/ },
      { prefix: 'jina_', body: /[0-9a-f]{32}[A-Za-z0-9_-]{20,40}/ },
      { prefix: 'fc-[0-9a-f]', body: /[0-9a-f]{31}/, weak: true },
      { prefix: 'e2b_', body: /[0-9a-f]{40}/ },
      { prefix: 'llx-', body: /[A-Za-z0-9]{44,52}/ },
      { prefix: 'apify_api_', body: /[A-Za-z0-9]{36}/ },
      { prefix: 'sk_[0-9a-f]', body: /[0-9a-f]{47}/, weak: true },
      { prefix: 'ctx7sk-', body: /[0-9a-f-]{36}/ },
      { prefix: 'ABSK', body: /[A-Za-z0-9+/]{100,140}={0,2}/ },
      { prefix: 'bedrock-api-key-', body: /[A-Za-z0-9+/_-]{64,}={0,2}/ },
    ],
  }),
];
