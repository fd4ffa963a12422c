import { type Margin, openMargin } from '../carrier/openMargin.ts';
import { isGiven, isJsonObject, type JsonObject, objectsOf } from '../json/values.ts';
import { contextContribution, contextReference, decision, sessionSummary } from '../schema/std001v30.ts';
import { phaseAnnotation, session, subagentInfo, subSession, toolCall } from '../schema/std001v31.ts';

interface KnownFields {
  own: ReadonlySet<string>;
  /** Fields of the objects and of the objects in lists that stand in it. Other objects are open. */
  inside: ReadonlyMap<string, ReadonlySet<string>>;
}

function known(schema: { shape: object }, inside: Record<string, { shape: object }> = {}): KnownFields {
  return {
    own: new Set(Object.keys(schema.shape)),
    inside: new Map(Object.entries(inside).map(([name, inner]) => [name, new Set(Object.keys(inner.shape))])),
  };
}

const carriers = {
  session: known(session, { agent: session.shape.agent, summary: sessionSummary }),
  call: known(toolCall, {
    input: toolCall.shape.input,
    output: toolCall.shape.output,
    context_contribution: contextContribution,
    subagent_info: subagentInfo,
  }),
  annotation: known(phaseAnnotation, { decisions: decision, context_used: contextReference }),
  subSession: known(subSession),
};

/**
 * Moves what 3.1 has no field for to `extensions.std001` of the session, call, annotation or sub-session that says it.
 */
export function moveUnknownFields(session: JsonObject): JsonObject {
  const calls = (list: unknown) => objectsOf(list).map((call) => move(call, carriers.call));
  const { phase_annotations: annotations } = session;
  return {
    ...move(session, carriers.session),
    tool_calls: calls(session.tool_calls),
    sub_sessions: objectsOf(session.sub_sessions).map((sub) => ({
      ...move(sub, carriers.subSession),
      tool_calls: calls(sub.tool_calls),
    })),
    ...(annotations === undefined
      ? {}
      : { phase_annotations: objectsOf(annotations).map((each) => move(each, carriers.annotation)) }),
  };
}

function move(thing: JsonObject, { own, inside }: KnownFields): JsonObject {
  const margin = openMargin(thing);
  const { extensions: _, inferred: __, ...rest } = thing;
  const fields = sift(rest, own, [], margin);
  for (const [name, inner] of inside) {
    const value = fields[name];
    if (isJsonObject(value)) fields[name] = sift(value, inner, [name], margin);
    else if (Array.isArray(value)) {
      fields[name] = value.map((each: unknown, index) =>
        isJsonObject(each) ? sift(each, inner, [name, index], margin) : each,
      );
    }
  }
  return { ...fields, ...margin.fields() };
}

function sift(
  value: JsonObject,
  fields: ReadonlySet<string>,
  path: readonly (string | number)[],
  margin: Margin,
): JsonObject {
  const entries = Object.entries(value);
  if (entries.every(([key]) => fields.has(key))) return { ...value };
  return Object.fromEntries(
    entries.filter(([key, each]) => {
      if (fields.has(key)) return true;
      if (isGiven(each)) margin.keep([...path, key], each);
      return false;
    }),
  );
}
