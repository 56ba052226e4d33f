import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.staff.customerCare, async ({ db, company }) => {
  if (company.kind !== 'client' || !company.parentId) return { data: [] }
  const people = (await db.user.listByCompany(company.parentId)).filter(
    ({ isCustomerCare, status, userType }) => isCustomerCare && status === 'active' && userType !== 'client',
  )
  return {
    data: people.map(({ name, email, phone, phoneCallingCode }) => ({
      name,
      email,
      phone: phone && `${phoneCallingCode} ${phone}`.trim(),
    })),
  }
})
