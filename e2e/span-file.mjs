// For `node --import`: writes every finished span as a line of JSON into the file that SPAN_FILE names.
import { trace } from '@opentelemetry/api';
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { appendFileSync } from 'node:fs';

const exporter = {
  export(spans, done) {
    for (const { name, attributes, events, links, status } of spans) {
      appendFileSync(process.env.SPAN_FILE, `${JSON.stringify({ name, attributes, events, links, status })}\n`);
    }
    done({ code: 0 });
  },
  shutdown: async () => {},
};

trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
