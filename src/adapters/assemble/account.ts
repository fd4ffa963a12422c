import type { Account } from '../../session/index.ts';
import type { Verdict } from '../contract.ts';

/** Counts how records ended. */
export interface AccountLedger {
  enter(verdict: Verdict): void;
  account(): Account;
}

export function createLedger(): AccountLedger {
  let converted = 0;
  let unknown = 0;
  let dropped = 0;
  const ignored = new Map<string, number>();
  return {
    enter(verdict) {
      if (verdict === 'converted') converted += 1;
      else if (verdict === 'unknown') unknown += 1;
      else if ('ignored' in verdict) ignored.set(verdict.ignored, (ignored.get(verdict.ignored) ?? 0) + 1);
      else dropped += 1;
    },
    account() {
      const reasons = [...ignored].sort(([a], [b]) => (a < b ? -1 : 1));
      const ignoredTotal = reasons.reduce((sum, [, count]) => sum + count, 0);
      return {
        records: converted + unknown + ignoredTotal + dropped,
        converted,
        unknown,
        ignored: Object.fromEntries(reasons),
        dropped,
      };
    },
  };
}

/** The sum of several accounts. */
export function addAccounts(accounts: readonly Account[]): Account {
  const ignored = new Map<string, number>();
  for (const account of accounts) {
    for (const [reason, count] of Object.entries(account.ignored)) {
      ignored.set(reason, (ignored.get(reason) ?? 0) + count);
    }
  }
  const sum = (pick: (account: Account) => number) => accounts.reduce((total, account) => total + pick(account), 0);
  return {
    records: sum((each) => each.records),
    converted: sum((each) => each.converted),
    unknown: sum((each) => each.unknown),
    ignored: Object.fromEntries([...ignored].sort(([a], [b]) => (a < b ? -1 : 1))),
    dropped: sum((each) => each.dropped),
  };
}
