import { can } from '#shared/access/can.ts'
import { refusalForModule } from '#shared/access/modules.ts'
import type { Permissions } from '#shared/access/viewer.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import type { NoticeViewer } from '../../domain/account/notices.ts'

type Context = { actor: UserActor; me: Pick<User, 'id'>; company: Pick<Company, 'id'>; permissions: Permissions }

/** Whose notices, and what of them their kind and their role leave. */
export const viewerOf = ({ actor, me, company, permissions }: Context): NoticeViewer => ({
  companyId: company.id,
  userId: me.id,
  isViewing: actor.viewing !== undefined,
  may: (permission, method) =>
    can(actor, permission) && refusalForModule(permissions, { can: permission, method }) === null,
})
