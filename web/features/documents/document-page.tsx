import '../../theme/styles-rest.css'
import { Paper } from '@mantine/core'
import type { Route } from '#shared/access/routes.ts'
import { useSession } from '../../api/session-store.ts'
import { useTenant } from '../../api/tenant.ts'
import classes from './document-page.module.css'
import { type DocumentAsked, DocumentSection } from './document-section.tsx'
import { MinimumAddendum } from './minimum-addendum.tsx'

type Person = { userType: string; isSystemUser: boolean } | null

const isAgency = (person: Person) =>
  person !== null && !person.isSystemUser && (person.userType === 'user' || person.userType === 'agency')

/** The service agreement of the person who reads. */
function serviceAgreement(person: Person): DocumentAsked {
  if (isAgency(person)) return 'default_agency'
  return person?.userType === 'client' ? 'default_client' : 'service-billing-agreement'
}

function documentOf(route: Route, person: Person): DocumentAsked {
  switch (route.id) {
    case 'privacyPolicy':
      return 'privacy-policy'
    case 'termOfUse':
      return 'term-of-use'
    case 'developerAgreement':
      return 'marketing-services-agreement-developer'
    default:
      return serviceAgreement(person)
  }
}

/** A public document, readable by anybody under the brand of the host. */
export default function DocumentPage({ route }: { route: Route }) {
  const session = useSession()
  const { data } = useTenant()
  const person = session.status === 'in' ? session.user : null
  const name = documentOf(route, person)
  // Agencies of the master system also agree to a minimum.
  const hasAddendum = name === 'default_agency' && data.rootId === data.masterId
  return (
    <Paper component="article" className={classes.sheet}>
      <DocumentSection key={name} name={name} />
      {hasAddendum && person && <MinimumAddendum companyId={person.companyId} />}
    </Paper>
  )
}
