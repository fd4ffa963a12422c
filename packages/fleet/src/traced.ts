import { SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('agent-replay-fleet');

/** Runs work in a span of OpenTelemetry; without an SDK in the process, that does nothing. */
export function traced<Result>(
  name: string,
  attributes: Readonly<Record<string, string>>,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
      throw error;
    } finally {
      span.end();
    }
  });
}
