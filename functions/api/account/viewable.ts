import { contracts } from '#shared/contracts/index.ts'
import { nodePage } from '../../domain/companies/list.ts'
import { handle } from '../../kit/handle.ts'

const MOST = 50

export default handle(contracts.account.viewable, async ({ db, input, company }) => {
  const kind = company.kind === 'root' ? ('agency' as const) : ('client' as const)
  const { nodes, total } = await nodePage(db, {
    list: { parentId: company.id, kind, sort: 'companyName', order: 'asc' },
    search: input.search,
    tags: [],
    page: 1,
    perPage: MOST,
    place: undefined,
  })
  return {
    data: nodes.map((node) => ({
      usrID: node.userId,
      name: node.fullName,
      email: node.email,
      company_id: node.companyId,
      company_name: node.companyName,
      has_clients: node.kind === 'agency',
    })),
    total,
  }
})
