import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { companyPath, pathTo } from '#shared/access/routes.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { Address } from '../../ui/address.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { Figure } from '../../ui/figure.tsx'
import { Page } from '../../ui/page.tsx'
import { PageActions } from '../../ui/page-actions.tsx'
import { PageShape } from '../../ui/page-shape.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { callTo } from '../../ui/reach.ts'
import { Status } from '../../ui/status.tsx'
import { type PageTab, TabsInAddress } from '../../ui/tabs-in-address.tsx'
import { unsavedIn } from '../../ui/unsaved.ts'
import { useAddress } from '../../ui/use-address.ts'
import { ClientCampaigns } from './client-campaigns.tsx'
import { ClientTable } from './client-table.tsx'
import classes from './companies.module.css'
import { clientColumns, toPhone } from './company-columns.tsx'
import { CompanyForm } from './company-form.tsx'
import type { DomainOfForm } from './use-company-form.ts'
import type { CompanyRow } from './use-company-list.ts'
import { useRights } from './use-rights.ts'
import { type MoreActions, useRowActions } from './use-row-actions.tsx'

const EndCompany = lazy(() => import('./end-company.tsx'))

export type One = Output<'companies.get'>
type Props = {
  companyId: string
  onViewAs: (userId: string) => Promise<void>
  onGone: () => void
  /** Told once the company is there. */
  onSeen: (row: CompanyRow) => void
  more?: MoreActions | undefined
  /** What other parts of the platform show of a company, between what it is and its settings. */
  tabsOf: (one: One, reload: () => void) => PageTab[]
  /** What stands above all of its parts, because it holds for each of them. */
  noticeOf?: (one: One, reload: () => void) => ReactNode
  /** What its campaigns brought, for those who may see it. */
  resultsOf?: (() => ReactNode) | undefined
  /** What else is known of it, below its facts. */
  moreFactsOf?: ((row: CompanyRow) => ReactNode) | undefined
  domainOf?: (row: CompanyRow, form: DomainOfForm) => ReactNode
  /** Its campaigns; without it their names alone. */
  campaignsOf?: ((row: CompanyRow, agencyId: string) => ReactNode) | undefined
}

/** Everything about one agency or one client. */
export default function CompanyPage(props: Props) {
  const { companyId } = props
  const { data, error, reload } = useCall('companies.get', { companyId })
  const { role } = useRights()
  if (data) return <Company key={companyId} {...props} one={data} reload={reload} />
  if (error === undefined) return <PageShape shape="figures" />
  const trail = [
    role === 'agency'
      ? { label: 'Client Management', to: pathTo('clientManagement') }
      : { label: 'Agency List', to: pathTo('agencyList') },
  ]
  // Asked again, it would answer the same.
  if (error instanceof ApiError && (error.status === 403 || error.status === 404))
    return (
      <Page title="Company" trail={trail}>
        <EmptyState title="This company is not yours to open">
          It may have been removed, or it belongs to somebody else.
        </EmptyState>
      </Page>
    )
  return (
    <Page title="Company" trail={trail}>
      <ErrorState title="This company could not be loaded" onRetry={() => void reload()}>
        {messageOf(error)}
      </ErrorState>
    </Page>
  )
}

const isAgency = ({ userType }: CompanyRow) => userType === 'agency'

/** The list it stands in, and for a client that is looked at from above its agency. */
function trailOf({ data, parent }: One, isRoot: boolean) {
  if (isAgency(data)) return [{ label: 'Agency List', to: pathTo('agencyList') }]
  return isRoot
    ? [
        { label: 'Agency List', to: pathTo('agencyList') },
        { label: parent.name, to: companyPath(parent.id) },
      ]
    : [{ label: 'Client Management', to: pathTo('clientManagement') }]
}

function Company({
  one,
  reload,
  onViewAs,
  onGone,
  onSeen,
  more,
  tabsOf,
  noticeOf,
  resultsOf,
  moreFactsOf,
  domainOf,
  campaignsOf,
}: Props & { one: One; reload: () => Promise<unknown> }) {
  const { data: row } = one
  const rights = useRights()
  const { put } = useAddress()
  const [isEnding, setEnding] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each company, and again under a new name.
  useEffect(() => onSeen(row), [row.companyId, row.companyName])
  const [edition, setEdition] = useState(0)
  const actions = useRowActions({
    onEdit: () => put({ tab: 'settings' }),
    onEnd: () => setEnding(true),
    onViewAs,
    more,
  })
  const form = (
    <CompanyForm
      key={edition}
      subject={{ kind: isAgency(row) ? 'agency' : 'client', parentId: one.parent.id, row }}
      domain={domainOf && ((ofForm) => domainOf(row, ofForm))}
      onClose={() => setEdition(edition + 1)}
      onSaved={() => {
        // Begun anew it shows what it was given, which is what was saved once that was read. What was typed since stays.
        const begin = () => unsavedIn('page').length === 0 && setEdition((before) => before + 1)
        void reload().then(begin, begin)
      }}
    />
  )
  const tabs: PageTab[] = [
    {
      id: 'overview',
      label: 'Overview',
      content: <Overview one={one} results={resultsOf?.()} more={moreFactsOf?.(row)} />,
    },
    ...(isAgency(row) ? [{ id: 'clients', label: 'Clients', content: <ClientsOf agency={row} /> }] : []),
    {
      id: 'campaigns',
      label: 'Campaigns',
      content: campaignsOf?.(row, isAgency(row) ? row.companyId : one.parent.id) ?? (
        <Paper p="lg" maw={640}>
          <ClientCampaigns row={row} />
        </Paper>
      ),
    },
    ...tabsOf(one, () => void reload()),
    ...(rights.mayUpdate
      ? [
          {
            id: 'settings',
            label: 'Settings',
            content: (
              <Stack gap="xl" maw={960}>
                <Paper p="lg">{form}</Paper>
                {rights.mayDelete && <EndHere row={row} onEnd={() => setEnding(true)} />}
              </Stack>
            ),
          },
        ]
      : []),
  ]
  return (
    <Page
      title={row.companyName}
      description={isAgency(row) ? 'An agency of this platform' : `A client of ${one.parent.name}`}
      trail={trailOf(one, rights.role === 'root' || rights.role === 'sales')}
      action={<PageActions actions={actions(row)} of={row.companyName} />}
    >
      {noticeOf?.(one, () => void reload())}
      <TabsInAddress tabs={tabs} />
      <Suspense fallback={null}>
        {isEnding && <EndCompany row={row} onClose={() => setEnding(false)} onEnded={onGone} />}
      </Suspense>
    </Page>
  )
}

function ClientsOf({ agency }: { agency: CompanyRow }) {
  return (
    <ClientTable
      keptAs="clients of an agency"
      label={`Clients of ${agency.companyName}`}
      companyId={agency.companyId}
      columns={clientColumns}
      none={{ text: 'Clients that the agency adds are listed here.' }}
    />
  )
}

function EndHere({ row, onEnd }: { row: CompanyRow; onEnd: () => void }) {
  return (
    <Paper p="lg" withBorder component="section" aria-label="Delete">
      <Group justify="space-between" gap="md">
        <div>
          <Title order={2} size="h5">
            Delete this {isAgency(row) ? 'agency' : 'client'}
          </Title>
          <Text size="sm" c="dimmed">
            You see what becomes of people, campaigns and money before anything is deleted.
          </Text>
        </div>
        <Button color="red" variant="outline" onClick={onEnd}>
          Delete
        </Button>
      </Group>
    </Paper>
  )
}

const cards = {
  active: { tone: 'success', label: 'Card on file' },
  failed: { tone: 'danger', label: 'Payment failed' },
  none: { tone: 'default', label: 'No card' },
} as const

const connections: Record<string, string> = {
  completed: 'Connected',
  pending: 'Begun, not finished',
  inverification: 'In verification',
  failed: 'Refused by the provider',
}

function Overview({ one: { data: row }, results, more }: { one: One; results: ReactNode; more: ReactNode }) {
  const card = cards[row.cardStatus]
  const owes = row.paymentStatus === 'failed'
  const products = row.selectedModules.filter(({ status }) => status).map(({ type }) => type)
  const nameOf = (line: string) => row.rootModules.find(({ value }) => value === line)?.label ?? line
  const sales = [row.salesRep, row.accountExecutive, row.referral].filter(Boolean)
  const facts: Fact[] = [
    {
      label: 'Contact',
      value: <PersonName name={row.name} {...(row.isInvited && { detail: 'Invited, has not signed in yet' })} />,
    },
    { label: 'E-mail', value: <Address email={row.email} pendingEmail={row.pendingEmail} isFact /> },
    {
      label: 'Phone',
      value: row.phone ? (
        <Anchor href={callTo(row.phone, row.phoneCountryCallingCode)} inherit>
          {toPhone(row)}
        </Anchor>
      ) : (
        toPhone(row)
      ),
    },
    { label: 'Since', value: <DateTime at={row.createdAt} /> },
    ...(isAgency(row)
      ? [
          { label: 'Address', value: row.subdomain || null },
          { label: 'Own domain', value: row.domain || null },
          { label: 'Products', value: products.map(nameOf).join(', ') || null },
          { label: 'Payment account', value: connections[row.connectionState] ?? 'Not connected' },
          { label: 'Sales people', value: [...new Set(sales)].join(', ') || null },
        ]
      : []),
  ]
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, lg: 4 }}>
        <Figure isAlone label="Active campaigns" value={row.activeCampaigns} />
        <Figure
          isAlone
          label="Payments"
          value={
            <Status tone={owes ? 'danger' : card.tone} {...(owes && { reason: 'A payment is still owed.' })}>
              {owes ? 'Payment failed' : card.label}
            </Status>
          }
        />
        <Figure isAlone label="Billing" value={<Status>{row.manualBill ? 'By hand' : 'By card'}</Status>} />
        <Figure
          isAlone
          label="Profile"
          value={
            <Status tone={row.profileSetupCompleted ? 'success' : 'warning'}>
              {row.profileSetupCompleted ? 'Complete' : 'Not complete'}
            </Status>
          }
        />
      </SimpleGrid>
      <div className={classes.overview} data-beside={Boolean(results) || undefined}>
        {results}
        <Stack gap="lg">
          <Paper p="lg" withBorder>
            <Facts facts={facts} />
          </Paper>
          {more}
        </Stack>
      </div>
    </Stack>
  )
}
