// Made by scripts/make-foreign-samples.ts.

/** The beginning of a log of each of the kit's formats, of made-up runs: no other adapter may claim it. */
export const foreignSamples: readonly { format: string; name: string; text: string }[] = [
  {
    format: 'std001',
    name: 'v30-simple-report.json',
    text: '{\n  "schema_version": "3.0",\n  "session_id": "2026-02-07-001-report",\n  "task_title": "生成项目统计报告",\n  "user_prompt": "/report",\n  "created_at": "2026-02-07T01:00:00Z",\n  "completed_at": "2026-02-07T01:00:08Z",\n  "status": "success",\n  "agent": {\n    "model_id": "claude-sonnet-4-5-20250929"\n  },\n  "tool_calls": [\n    {\n      "call_id": "tool-001",\n      "tool_name": "Bash",\n      "tool_category": "perception",\n      "started_at": "2026-02-07T01:00:02Z",\n      "ended_at": "2026-02-07T01:00:03Z",\n      "duration_ms": 1000,\n      "input": {\n        "params": {\n          "command": "git ls-files \'web/src/**/*.tsx\' | wc -l"\n        },\n        "description": "Count components"\n      },\n      "output": {\n        "status": "success",\n        "result": {\n          "display": "37"\n        }\n      }\n    },\n    {\n      "call_id": "tool-002",\n      "tool_name": "Bash",\n      "tool_category": "perception",\n      "started_at": "2026-02-07T01:00:05Z",\n      "ended_at": "2026-02-07T01:00:06Z",\n      "duration_ms": 1000,\n      "input": {\n        "params": {\n          "command": "git ls-files \'*.test.ts\' | wc -l"\n        },\n        "description": "Count test files"\n      },\n      "output": {\n        "status": "success",\n        "result": {\n          "display": "21"\n        }\n      }\n    }\n  ],\n  "summary": {\n    "total_duration_ms": 8000,\n    "tool_calls_count": 2,\n    "files_created": [],\n    "files_modified": []\n  }\n}\n',
  },
  {
    format: 'claude-code',
    name: 'projects/-home-lin-tide-table/d27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl',
    text: '{"type":"queue-operation","operation":"enqueue","timestamp":"2025-11-20T07:15:00.000Z","sessionId":"d27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f","content":[{"type":"text","text":"开一个预览服务器，再把 published 目录里的表全部重新生成。Start the preview server and rebuild everything in published/."}]}\n',
  },
  {
    format: 'claude-stream',
    name: 'claude-execution-output.json',
    text: '[\n  {\n    "type": "system",\n    "subtype": "init",\n    "tools": [\n      "Read",\n      "Write"\n    ],\n    "mcp_servers": [],\n    "session_id": "9d7be0f4-1f7a-4c44-8c6a-6a4b9f0f2b10"\n',
  },
  {
    format: 'codex-exec-json',
    name: 'failed-turn.jsonl',
    text: '{"type":"thread.started","thread_id":"0199a1c0-0000-7abc-9def-0123456789ab"}\n',
  },
  {
    format: 'codex-log',
    name: 'own-log-0.155.log',
    text: 'OpenAI Codex v0.155.1\n--------\nworkdir: /home/lin/ferry-times\n',
  },
  {
    format: 'codex-rollout',
    name: 'sessions/2025/08/19/rollout-2025-08-19T06-41-07-02e6bac3-9b1b-418f-ae1c-1fdc94f5bf0b.jsonl',
    text: '{"id":"02e6bac3-9b1b-418f-ae1c-1fdc94f5bf0b","timestamp":"2025-08-19T06:41:07.318Z","instructions":"Answer in the language of the question. Run the tests before you say that something works.","git":{"commit_hash":"cdc732f50c68d8732d1ec2cd1d5f278ed5a13f98","branch":"main","repository_url":"https://git.example.com/mei/tidebook.git"}}\n{"record_type":"state"}\n',
  },
  {
    format: 'copilot-cli',
    name: 'broken.jsonl',
    text: '{"type":"session.start","data":{"sessionId":"00000000-1111-4222-8333-444444444444","version":1,"producer":"copilot-agent","copilotVersion":"0.0.420","startTime":"2026-05-12T09:00:00.000Z"},"id":"00000000-0000-4000-9000-000000000001","timestamp":"2026-05-12T09:00:01.000Z","parentId":null}\n',
  },
  {
    format: 'cursor',
    name: 'stream.jsonl',
    text: '{"type":"system","subtype":"init","apiKeySource":"login","cwd":"/home/dev/weather","session_id":"9b8a7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d","model":"Composer 2","permissionMode":"default"}\n',
  },
  {
    format: 'frago',
    name: 'sessions/claude/0e5d9a73-61cf-4b0a-8d7e-2f4b9c6a3303/steps.jsonl',
    text: '{"step_id": 1, "session_id": "0e5d9a73-61cf-4b0a-8d7e-2f4b9c6a3303", "type": "user_message", "timestamp": "2025-12-18T21:10:01.000Z", "content_summary": "把标签打印改成异步", "raw_uuid": "0e5d9a73-0000-4000-8000-000000000001", "parent_uuid": null}\n',
  },
  {
    format: 'gemini-cli',
    name: 'session-2025-12-04T10-00-0b1c2d3e.json',
    text: '{\n  "sessionId": "0b1c2d3e-4a5b-4c6d-8e7f-901a2b3c4d5f",\n  "projectHash": "3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b",\n  "startTime": "2025-12-04T10:00:00.000Z",\n',
  },
  {
    format: 'kimi',
    name: '4a6f0d1c2b3a49586776859403f2e1d0/1f2e3d4c-5b6a-4978-8695-a4b3c2d1e0f9/wire.jsonl',
    text: '{"type": "metadata", "protocol_version": "1.3"}\n',
  },
  {
    format: 'kiro-cli',
    name: 'saved-conversation.json',
    text: '{\n  "conversation_id": "c0ffee00-1111-4222-8333-444455556666",\n  "next_message": null,\n  "history": [\n    {\n      "user": {\n        "content": {\n',
  },
  {
    format: 'opencode',
    name: 'run.jsonl',
    text: '{"type":"step_start","timestamp":1775203235000,"sessionID":"ses_2f00000000003Stream","part":{"type":"step-start"}}\n',
  },
  {
    format: 'pi',
    name: 'json-mode.jsonl',
    text: '{"type":"session","version":3,"id":"json-mode-1","timestamp":"2026-04-02T08:00:00.000Z","cwd":"/tmp"}\n',
  },
  {
    format: 'planner',
    name: 'planner_plans.jsonl',
    text: '{"topic": "Moving stockbird to a new database", "goal": "Outline a migration that keeps the shop open", "assumptions": ["The demo warehouse has 400 items"], "risks": ["Scope creep"], "steps": [{"id": "step-1", "title": "Inventory the tables", "step_type": "RESEARCH", "expected_outcome": "Sizes and access patterns"}, {"id": "step-2", "title": "Rehearse the copy", "step_type": "PROCESS", "expected_outcome": "Timings of a full copy"}, {"id": "step-3", "title": "Write the runbook", "step_type": "SYNTHESIZE", "expected_outcome": "A page per phase"}, {"id": "step-4", "title": "Review with operations", "step_type": "REVIEW", "expected_outcome": "Open questions answered"}], "metadata": {"locale": "en-US", "budget_tokens": 5000, "budget_cost_usd": 1.5}}\n',
  },
  {
    format: 'qwen-code',
    name: 'projects/-home-dev-weather/chats/7a1c0de0-4b2f-4c3d-9e8f-0a1b2c3d4e01.jsonl',
    text: '{"uuid":"c0de0000-0000-4000-8000-000000000001","parentUuid":null,"sessionId":"7a1c0de0-4b2f-4c3d-9e8f-0a1b2c3d4e01","timestamp":"2026-08-20T09:00:00.000Z","type":"system","cwd":"/home/dev/weather","version":"0.21.13","gitBranch":"main","provenance":"system","subtype":"session_model","systemPayload":{"model":"qwen3-coder-plus"}}\n',
  },
  {
    format: 'wf',
    name: 'gen-2/.wf/logs/low-stock.jsonl',
    text: '{"type":"task_started","ts":"2026-02-06T09:00:00.000000437Z"}\n',
  },
];
