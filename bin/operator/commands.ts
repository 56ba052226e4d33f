// All commands of the operator's tool by their names.
import { access } from './access.ts'
import type { Command } from './command.ts'
import { comparePayments } from './compare-payments.ts'
import { domains } from './domains.ts'
import { erasures } from './erasures.ts'
import { explain } from './explain.ts'
import { migrate } from './migrate.ts'
import { pause, resume } from './pause.ts'
import { redrive, replay } from './queues.ts'
import { recount } from './recount.ts'
import { removed } from './removed.ts'
import { root as makeRoot } from './root.ts'
import { sealingKey } from './sealing-key.ts'
import { tenant } from './tenant.ts'
import { unlock } from './unlock.ts'
import { verifyLog } from './verify-log.ts'

export const commands: Record<string, Command> = {
  root: makeRoot,
  unlock,
  domains,
  explain,
  migrate,
  pause,
  resume,
  access,
  erasures,
  'compare-payments': comparePayments,
  recount,
  redrive,
  removed,
  replay,
  'sealing-key': sealingKey,
  tenant,
  'verify-log': verifyLog,
}
