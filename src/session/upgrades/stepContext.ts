import { isJsonObject, type JsonObject, objectsOf, textOf } from '../json/values.ts';

/** The skill and the domain knowledge that a step of v1 used, as context references. */
export function stepContext({ skill_source, domain_knowledge_source }: JsonObject): JsonObject[] {
  const skills = isJsonObject(skill_source) ? [reference(skill_source, skill_source.description)] : [];
  return [...skills, ...objectsOf(domain_knowledge_source).map((each) => reference(each, each.content))];
}

function reference({ id, name, relevance_score }: JsonObject, summary: unknown): JsonObject {
  return {
    type: 'skill',
    source: textOf(name) ?? textOf(id) ?? '',
    relevance: relevanceOf(relevance_score),
    ...(textOf(summary) === undefined ? {} : { summary }),
  };
}

function relevanceOf(score: unknown): 'high' | 'medium' | 'low' {
  if (typeof score !== 'number') return 'medium';
  return score >= 0.8 ? 'high' : score >= 0.5 ? 'medium' : 'low';
}
