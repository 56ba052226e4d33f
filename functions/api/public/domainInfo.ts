import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { systemInfo } from '../../wire/public/system-info.ts'

export default handle(contracts.public.domainInfo, ({ db, tenant, env }) => systemInfo(db, tenant, env))
