import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { linesOf } from '#shared/access/lines.ts'
import { pathTo } from '#shared/access/routes.ts'
import { type ProductLine, productLines } from '#shared/model/company.ts'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { timeNow } from '../../../api/server-time.ts'
import { useMe } from '../../../api/session-store.ts'
import { useTenant } from '../../../api/tenant.ts'
import { useCall } from '../../../api/use-call.ts'
import { roleOf, useMay } from '../../../api/use-may.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { PageShape } from '../../../ui/page-shape.tsx'
import { useAddress } from '../../../ui/use-address.ts'
import { Editor, type EditorSlots } from './editor.tsx'
import type { Start } from './use-editor.ts'
import { type CampaignData, copyOf, emptyValues, stepKeys, valuesOf } from './values.ts'

const isLine = (text: string): text is ProductLine => productLines.some((line) => line === text)

function Refused({ text }: { text: string }) {
  return (
    <Page title="New campaign">
      <EmptyState title="No campaign can be made here">{text}</EmptyState>
    </Page>
  )
}

function Unknown() {
  return (
    <Page title="Campaign">
      <EmptyState
        title="There is no such campaign"
        action={
          <Button component={Link} to={pathTo('campaign')} variant="default">
            See all campaigns
          </Button>
        }
      >
        It may have been removed, or it belongs to somebody else.
      </EmptyState>
    </Page>
  )
}

/** `?campaign=` edits one, `?copy=` begins with another one, `?line=` and `?client=` with a product and a client; `?step=` opens that step first. */
export default function CampaignSetupPage(slots: EditorSlots) {
  const { read, put } = useAddress()
  // A campaign that was made here has an address of its own from then on, and stays in the very editor.
  const [made, setMade] = useState<{ id: string; asked: Asked; key: string }>()
  const location = useLocation()
  const here: Asked = {
    campaign: read('campaign'),
    copy: read('copy'),
    line: read('line'),
    client: read('client'),
    step: read('step'),
  }
  // Each way here begins anew, also from here: what was typed before is found again as a draft.
  const { asked, key } = made && here.campaign === made.id ? made : { asked: here, key: location.key }
  return (
    <Opened
      key={key}
      {...slots}
      asked={asked}
      onMade={({ id }) => {
        setMade({ id, asked, key })
        put({ campaign: id, copy: '', line: '', client: '', step: '' }, 'same')
      }}
    />
  )
}

type Asked = { campaign: string; copy: string; line: string; client: string; step: string }
type OpenedProps = EditorSlots & { asked: Asked; onMade: (data: CampaignData) => void }

function Opened({ asked, ...props }: OpenedProps) {
  const id = asked.campaign || asked.copy
  // What is open is not exchanged under the person who types: another state of it is met when it is saved.
  const { data, error, reload } = useCall('campaigns.get', id ? { id } : null)
  const [first, setFirst] = useState<CampaignData>()
  if (data && !first) setFirst(data.data)
  const shown = first ?? data?.data
  if (!shown && error instanceof ApiError && error.status === 404) return <Unknown />
  if (id && !shown)
    return error === undefined ? (
      <PageShape shape="form" />
    ) : (
      <Page title="Campaign">
        <ErrorState title="This campaign could not be loaded" onRetry={() => void reload()}>
          {messageOf(error)}
        </ErrorState>
      </Page>
    )
  return <Ready asked={asked} data={shown} {...props} />
}

function Ready({ asked, data, ...props }: OpenedProps & { data: CampaignData | undefined }) {
  const me = useMe()
  const may = useMay()
  const lines = linesOf(useTenant().sideMenu)
  const role = roleOf(me)
  const isEdit = asked.campaign !== ''
  const companyId = data?.companyId ?? (role === 'client' ? me.companyId : asked.client)
  const client = useCall(
    'companies.get',
    companyId && role !== 'client' && may('client:read', 'GET') ? { companyId } : null,
  )
  if (isEdit ? !may('campaign:update', 'PUT') : !may('campaign:create', 'POST'))
    return <Refused text="Your role does not let you change campaigns." />
  if (role === 'root' && me.isRootCompany && !companyId)
    return <Refused text="Campaigns belong to the clients of agencies. Open a client of an agency, and begin there." />
  const given =
    data?.productLine ?? (lines.some(({ line }) => line === asked.line) && isLine(asked.line) ? asked.line : undefined)
  const line = given ?? lines[0]?.line ?? 'local'
  const start: Start = {
    person: `${me.id}/${me.companyId}`,
    key: `new/${asked.copy}/${given ?? ''}/${companyId}`,
    line,
    companyId,
    saved: isEdit && data ? data : null,
    values: data ? (isEdit ? valuesOf(data) : copyOf(data, timeNow())) : emptyValues(line),
  }
  const agencyId = role === 'client' ? undefined : role === 'root' ? client.data?.parent.id : me.companyId
  return (
    <Editor
      {...props}
      start={start}
      first={stepKeys.find((key) => isEdit && key === asked.step)}
      asks={{ line: given === undefined, client: companyId === '' }}
      clientName={data?.companyName ?? client.data?.data.companyName ?? ''}
      agencyId={agencyId}
    />
  )
}
