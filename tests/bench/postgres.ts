// A PostgreSQL of this machine with a double-entry ledger in it, as a peer. It is started for one run in a folder of its own, keeps
// nothing safe (as the embedded engine does not), and is asked by its own tool: one round trip a charge, which is its best.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where its programs are; undefined when there is none. */
export function findPostgres(): string | undefined {
  const places = [process.env.POSTGRES_BIN, ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(), '/usr/bin']
  return places.find(
    (place) =>
      place &&
      spawnSync(join(place, 'pgbench'), ['--version']).status === 0 &&
      spawnSync(join(place, 'initdb'), ['--version']).status === 0,
  )
}

const tables = (wallets: number) => `
create table wallet (id int primary key, balance bigint not null check (balance >= 0), expires_at timestamptz not null);
create table counter (wallet int, day date, balance bigint not null, primary key (wallet, day));
create table entry (id bigint primary key, wallet int not null, debit text not null, credit text not null, amount bigint not null,
  at timestamptz not null, title text not null, rule text not null, facts jsonb not null);
create index entry_of_wallet on entry (wallet, at);
create sequence numbers;
insert into wallet select id, 100000000000, now() + interval '1 year' from generate_series(1, ${wallets}) id;
insert into counter select id, current_date, 0 from generate_series(1, ${wallets}) id;
`
/** Entry, balance and counter-account in one statement and one transaction; nothing is written when the money is not there. */
const charge = `
\\set w random(1, :wallets)
with taken as (update wallet set balance = balance - 150 where id = :w and balance >= 150 and expires_at > now() returning id),
 counted as (update counter set balance = balance + 150 from taken where counter.wallet = taken.id and day = current_date)
insert into entry select nextval('numbers'), id, 'wallet', 'earned', 150, now(), '1 lead',
 'Each lead is charged at the price of its campaign.', '{"Campaign":"cmp_1","Leads":"1","Price":"$1.50"}' from taken;
`

export async function startPostgres(bin: string, wallets: number) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'))
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const as = isRoot ? { uid: id('-u'), gid: id('-g') } : {}
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid)
  const [data, script] = [join(folder, 'data'), join(folder, 'charge.sql')]
  const options = {
    ...as,
    cwd: folder,
    encoding: 'utf8' as const,
    env: { ...process.env, PGHOST: folder, PGUSER: 'bench', PGDATABASE: 'postgres' },
  }
  const tool = (name: string, args: string[], input?: string) =>
    execFileSync(join(bin, name), args, {
      ...options,
      stdio: ['pipe', 'pipe', 'ignore'],
      ...(input !== undefined && { input }),
    })
  tool('initdb', ['-D', data, '-U', 'bench', '-A', 'trust', '--no-sync'])
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'listen_addresses=', 'autovacuum=on']
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-k', folder, ...settings.flatMap((each) => ['-c', each])], {
    ...options,
    stdio: 'ignore',
  })
  const isUp = () => spawnSync(join(bin, 'pg_isready'), [], { ...options, stdio: 'ignore' }).status === 0
  for (let tries = 0; !isUp(); tries++) {
    if (tries > 200) throw new Error('PostgreSQL did not start.')
    await sleep(50)
  }
  tool('psql', ['-q', '-v', 'ON_ERROR_STOP=1'], tables(wallets))
  writeFileSync(script, charge)
  return {
    version:
      tool('postgres', ['--version'])
        .trim()
        .replace(/^.*\) /, '')
        .split(' ')[0] ?? '',
    /** Charges a second, so many clients at once over the first so many wallets. */
    chargesPerSecond(of: number, clients: number, each: number): number {
      const args = [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(clients),
        '-j',
        '1',
        '-t',
        String(each),
        '-D',
        `wallets=${of}`,
        '-f',
        script,
      ]
      const said = tool('pgbench', args)
      const rate = Number(/tps = ([\d.]+)/.exec(said)?.[1])
      if (!rate || !/failed transactions: 0/.test(said)) throw new Error(`pgbench said: ${said}`)
      return rate
    },
    /** Whether its accounts add up, so that the peer did what is compared. */
    isBalanced: () =>
      tool('psql', [
        '-At',
        '-c',
        'select (select sum(100000000000 - balance) from wallet) = (select sum(balance) from counter) and (select sum(amount) from entry) = (select sum(balance) from counter)',
      ]).trim() === 't',
    async stop(): Promise<void> {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
