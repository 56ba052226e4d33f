import '../../theme/styles-rest.css'
import { Divider, Paper } from '@mantine/core'
import type { Route } from '#shared/access/routes.ts'
import { useSession } from '../../api/session-store.ts'
import { type Tenant, useTenant } from '../../api/tenant.ts'
import classes from './document-page.module.css'
import { type DocumentAsked, DocumentSection } from './document-section.tsx'

type Person = { user_type: string; systemuser: boolean } | null

const isAgency = (person: Person) =>
  person !== null && !person.systemuser && (person.user_type === 'user' || person.user_type === 'userdownline')

/** The service agreement of whoever reads; agencies of the master system also agree to a minimum. */
function serviceAgreement(person: Person, { data }: Tenant): DocumentAsked[] {
  if (isAgency(person))
    return data.idsys === data.masteridsys ? ['default_agency', 'minimum_spend'] : ['default_agency']
  return [person?.user_type === 'client' ? 'default_client' : 'service-billing-agreement']
}

function documentsOf(route: Route, person: Person, tenant: Tenant): DocumentAsked[] {
  switch (route.id) {
    case 'privacyPolicy':
      return ['privacy-policy']
    case 'termOfUse':
      return ['term-of-use']
    case 'developerAgreement':
      return ['marketing-services-agreement-developer']
    default:
      return serviceAgreement(person, tenant)
  }
}

/** A public document, readable by anybody under the brand of the host. */
export default function DocumentPage({ route }: { route: Route }) {
  const session = useSession()
  const tenant = useTenant()
  const [first, ...addenda] = documentsOf(route, session.status === 'in' ? session.user : null, tenant)
  if (!first) return null
  return (
    <Paper component="article" className={classes.sheet}>
      <DocumentSection key={first} name={first} />
      {addenda.map((name) => (
        <div key={name}>
          <Divider my="xl" />
          <DocumentSection name={name} order={2} />
        </div>
      ))}
    </Paper>
  )
}
