import { GroupsButton } from '../features/campaigns/groups-button.tsx'
import ClientsPage from '../features/companies/clients-page.tsx'

/** The clients with what runs for each, and the groups that their campaigns are sorted into. */
export default function Clients() {
  return <ClientsPage tools={<GroupsButton />} />
}
