import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { plain } from '../../../scripts/agent-replay/terminal.ts';
import { runBench } from './bench/runBench.ts';
import { type Database, FleetError, migrate, openDatabase } from './database.ts';
import { type Erased, erase, expireSessions } from './erasure.ts';
import { needed, readTenants } from './fleetTenants.ts';
import { type JobQueue, openJobQueue, type QueueName, queues } from './jobQueue.ts';
import { runWorker, type WorkerNews } from './runWorker.ts';
import { serveSessions } from './serveSessions.ts';
import { metricsOf, statusOf } from './status.ts';
import { sweepSessions, verifySessions } from './tidySessions.ts';

const print = (line: string): void => void process.stdout.write(`${plain(line)}\n`);

/** Opens database and queue, and closes both afterwards. */
async function withFleet<Result>(
  work: (fleet: { database: Database; queue: JobQueue }) => Promise<Result>,
  connections?: number,
): Promise<Result> {
  const database = openDatabase(needed('ARK_DATABASE_URL'), connections);
  try {
    const queue = await openJobQueue(database, { tell: (reason) => process.stderr.write(`${plain(reason)}\n`) });
    try {
      return await work({ database, queue });
    } finally {
      await queue.close();
    }
  } finally {
    await database.close();
  }
}

const upTo =
  (most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= 1 && number <= most) return number;
    throw new InvalidArgumentError(`A whole number from 1 to ${most}.`);
  };

const wholeNumber = upTo(1_000_000);

function wholeNumbers(text: string): number[] {
  return text.split(',').map(wholeNumber);
}

function queueNames(text: string): QueueName[] {
  const names = text.split(',');
  const wrong = names.find((name) => !queues.includes(name as QueueName));
  if (wrong !== undefined) throw new InvalidArgumentError(`There is no queue ${wrong}: ${queues.join(', ')}.`);
  return names as QueueName[];
}

/** The command line; its actions read the environment. */
export function createProgram(): Command {
  const program = new Command('agent-replay-fleet')
    .description('Converts the logs of many machines: jobs and catalogue in PostgreSQL, logs and sessions in buckets.')
    .showHelpAfterError();

  program
    .command('migrate')
    .description('create or update the tables')
    .action(async () => {
      const database = openDatabase(needed('ARK_DATABASE_URL'));
      try {
        const ran = await migrate(database);
        await (await openJobQueue(database, { migrate: true })).close();
        print(ran.length === 0 ? 'The tables are up to date.' : `Ran ${ran.join(', ')}.`);
      } finally {
        await database.close();
      }
    });

  program
    .command('enqueue')
    .description('look for what has changed below these roots; none: all roots of all tenants')
    .argument('[roots...]', 'roots, as ARK_TENANTS names them')
    .option('--priority <n>', 'higher ones are done first', wholeNumber)
    .action(async (roots: string[], { priority = 0 }: { priority?: number }) => {
      const tenants = readTenants(needed('ARK_TENANTS'));
      const all = [...tenants].flatMap(([tenant, each]) => each.roots.map((target) => ({ tenant, target })));
      const wrong = roots.find((root) => !all.some(({ target }) => target === root));
      if (wrong !== undefined)
        throw new FleetError(`${wrong} is no root of a tenant. Name it in ${needed('ARK_TENANTS')}.`);
      const wanted = all.filter(({ target }) => roots.length === 0 || roots.includes(target));
      const added = await withFleet(({ queue }) =>
        queue.add(wanted.map((job) => ({ ...job, queue: 'scan', priority }))),
      );
      print(`${added} of ${wanted.length} scans added; the others wait already.`);
    });

  program
    .command('work')
    .description('take jobs and do them')
    .option('--jobs <n>', 'how many at once, a thread each', wholeNumber, Math.max(1, availableParallelism() - 1))
    .option('--queue <names>', `from which queues (${queues.join(',')})`, queueNames, [...queues])
    .option('--per-tenant <n>', 'how many of one tenant at once, over all workers', wholeNumber)
    .option('--once', 'end when no job is ready')
    .action(async (options: { jobs: number; queue: QueueName[]; perTenant?: number; once?: true }) => {
      const tenants = readTenants(needed('ARK_TENANTS'));
      const stop = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
      const work = async ({ database, queue }: { database: Database; queue: JobQueue }) =>
        runWorker({
          ...{ database, queue, tenants, jobs: options.jobs, from: options.queue, perTenant: options.perTenant },
          once: options.once === true,
          signal: stop.signal,
          folder: process.env.ARK_TMP || undefined,
          tell: (news) => print(newsLine(news)),
        });
      const { done, failed, sessions } = await withFleet(work, options.jobs + 4);
      print(`${done} jobs done, ${failed} failed, ${sessions} sessions.`);
      if (failed > 0) process.exitCode = 3;
    });

  program
    .command('serve')
    .description('the list, the search and the sessions of the tenant whose token comes with the request')
    .option('--port <n>', 'port', upTo(65_535), 8080)
    .option('--host <name>', 'interface to listen on', '127.0.0.1')
    .action(async ({ port, host }: { port: number; host: string }) => {
      const tenants = readTenants(needed('ARK_TENANTS'));
      await withFleet(async ({ database, queue }) => {
        const server = await serveSessions({ database, queue, tenants, port, host });
        print(`Serving on http://${host}:${server.port}. Ctrl+C ends it.`);
        await new Promise((resolve) => {
          for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
        });
        await server.close();
      });
    });

  program
    .command('status')
    .description('what waits, runs and was given up')
    .option('--json', 'for machines')
    .option('--metrics', 'for Prometheus')
    .action(async ({ json, metrics }: { json?: true; metrics?: true }) => {
      const status = await withFleet(statusOf);
      if (json) print(JSON.stringify(status, null, 2));
      else if (metrics) process.stdout.write(metricsOf(status));
      else
        for (const { queue, ready, deferred, active, dead } of status.queues)
          print(`${queue}: ${ready} ready, ${deferred} later, ${active} at work, ${dead} given up`);
    });

  program
    .command('dead')
    .description('jobs that were given up, and why')
    .option('--redrive', 'add them again')
    .action(async ({ redrive }: { redrive?: true }) => {
      await withFleet(async ({ queue }) => {
        if (redrive) print(`${await queue.redrive()} jobs added again.`);
        else for (const { tenant, target, reason } of await queue.dead(1000)) print(`${tenant} ${target}: ${reason}`);
      });
    });

  program
    .command('sweep')
    .description(
      'remove sessions that are older than their tenant keeps them, and files that no session names; those of the last day stay',
    )
    .option('--dry', 'only say how many there are')
    .action(async ({ dry = false }: { dry?: boolean }) => {
      const tenants = readTenants(needed('ARK_TENANTS'));
      await withFleet(async ({ database }) => {
        for (const each of tenants) {
          const expired = await expireSessions({ database }, each, { dry });
          if (expired > 0) print(`${each[0]}: ${expired} sessions ${dry ? 'that are too old' : 'removed'}.`);
          const removed = await sweepSessions(database, each, { dry });
          print(`${each[0]}: ${removed} files ${dry ? 'that no session names' : 'removed'}.`);
        }
      });
    });

  program
    .command('erase')
    .description(
      'remove sessions, or all that was made of logs, for good: rows, texts, jobs, files; the logs themselves are not touched',
    )
    .argument('<tenant>', 'as ARK_TENANTS names it')
    .option('--session <id...>', 'sessions')
    .option('--log <address...>', 'logs, or folders of logs')
    .option('--everything', 'all of the tenant; its name cannot be used again')
    .action(async (name: string, options: { session?: string[]; log?: string[]; everything?: true }) => {
      const tenant = readTenants(needed('ARK_TENANTS')).get(name);
      if (tenant === undefined) throw new FleetError(`There is no tenant ${name} in the file that ARK_TENANTS names.`);
      const wanted: Erased[] = [
        ...(options.session === undefined ? [] : [{ is: 'sessions' as const, ids: options.session }]),
        ...(options.log === undefined ? [] : [{ is: 'logs' as const, paths: options.log }]),
        ...(options.everything === undefined ? [] : [{ is: 'tenant' as const }]),
      ];
      const [what] = wanted;
      if (what === undefined || wanted.length > 1)
        throw new FleetError('Say what: --session, --log or --everything, one of them.');
      const { sessions, objects, jobs } = await withFleet((fleet) => erase(fleet, [name, tenant], what));
      print(`${name}: ${sessions} sessions, ${objects} files and ${jobs} jobs erased. Nothing of them is left.`);
    });

  program
    .command('verify')
    .description('compare every session with the hash in its address; exit 1 where one differs')
    .action(async () => {
      const tenants = readTenants(needed('ARK_TENANTS'));
      await withFleet(async ({ database }) => {
        for (const each of tenants)
          for await (const { id, fault } of verifySessions(database, each)) {
            print(
              `${each[0]} ${id}: ${fault === 'missing' ? 'its file is missing' : 'its file is not what was stored'}.`,
            );
            process.exitCode = 1;
          }
      });
      if (process.exitCode !== 1) print('Every session is what was stored.');
    });

  program
    .command('bench')
    .description(
      'what a job costs, how workers scale, and real logs beside etl; in databases of its own, which it removes',
    )
    .option('--jobs <n>', 'jobs without waiting, for what a job costs; 2000 where nothing is named', wholeNumber)
    .option('--workers <list>', 'numbers of simulated workers; 4,16,64 where nothing is named', wholeNumbers)
    .option('--wait <ms>', 'how long a simulated conversion waits', wholeNumber, 250)
    .option('--logs <folder>', 'real logs to convert, by etl and by the fleet')
    .option('--save', 'write the tables into benchmarks/RESULTS.md')
    .action(
      async ({ wait, ...options }: { jobs?: number; workers?: number[]; wait: number; logs?: string; save?: true }) => {
        const isGood = await runBench({
          ...{ ...options, waitMs: wait, save: options.save === true },
          address: needed('ARK_DATABASE_URL'),
          print,
        });
        if (!isGood) process.exitCode = 1;
      },
    );
  return program;
}

function newsLine(news: WorkerNews): string {
  const time = new Date().toISOString();
  if (news.is === 'trouble') return `${time} trouble: ${news.reason}`;
  const job = `${news.queue} ${news.tenant} ${news.target}`;
  if (news.is === 'failed') return `${time} failed ${job}: ${news.reason}`;
  const what = news.queue === 'scan' ? `${news.raised} to convert` : `${news.sessions} sessions`;
  return `${time} done ${job}: ${what}, ${news.seconds.toFixed(2)} s`;
}
