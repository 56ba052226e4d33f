import { Anchor, Checkbox, Group, Input, Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import type { ProductLine } from '#shared/model/company.ts'
import { send } from '../../api/client.ts'
import { useTenant } from '../../api/tenant.ts'
import { useCall } from '../../api/use-call.ts'
import { notify } from '../../ui/notify.tsx'
import { DeveloperMode } from './developer-mode.tsx'
import type { CompanyForm } from './use-company-form.ts'
import type { CompanyRow } from './use-company-list.ts'

/** The part of every tenant's address behind its own name. */
function usePlatformDomain(): string {
  const { domain, subdomain } = useTenant().data
  return subdomain && domain.startsWith(`${subdomain}.`) ? domain.slice(subdomain.length) : ''
}

export function SubDomainField({ form, isNew }: { form: CompanyForm; isNew: boolean }) {
  const domain = usePlatformDomain()
  return (
    <TextInput
      label="Sub-domain"
      description={isNew ? 'Made from the company name when left empty.' : undefined}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={63}
      required={!isNew}
      rightSection={
        domain && (
          <Text size="xs" c="dimmed" truncate>
            {domain}
          </Text>
        )
      }
      rightSectionWidth={domain ? Math.min(160, domain.length * 8 + 16) : undefined}
      {...form.getInputProps('subdomain')}
    />
  )
}

type Named = { line: ProductLine; ids: string }

/** Campaigns that keep products from being switched off, by the product's name. */
function Running({ row, running }: { row: CompanyRow; running: readonly Named[] }) {
  const nameOf = (line: string) => row.rootModules.find(({ value }) => value === line)?.label ?? line
  return (
    <>
      {messages.productInUse}
      {running.map(({ line, ids }) => (
        <span key={line}>
          {' '}
          {nameOf(line)}: {ids}.
        </span>
      ))}
    </>
  )
}

/** A product that is in use stays ticked, and says which campaigns use it. */
function Products({ form, row }: { form: CompanyForm; row: CompanyRow }) {
  const [found, setFound] = useState<readonly Named[]>([])
  const [asking, setAsking] = useState<readonly ProductLine[]>([])
  const chosen = form.getValues().selectedModules
  const refused = row.rootModules.flatMap(({ value }) => {
    const ids = form.errors[value]
    return typeof ids === 'string' ? [{ line: value as ProductLine, ids }] : []
  })
  const running = found.length > 0 ? found : refused

  const toggle = async (line: ProductLine, isOn: boolean) => {
    setFound([])
    if (isOn) return form.setFieldValue('selectedModules', [...chosen, line])
    setAsking((before) => [...before, line])
    try {
      const asked = { companyId: row.companyId, productLine: line, userType: 'agency' as const }
      const { activeCampaignId: ids } = await send('companies.checkCampaignActive', asked)
      if (ids.length > 0) setFound((before) => [...before, { line, ids: ids.join(', ') }])
      else
        form.setFieldValue(
          'selectedModules',
          // What was ticked while the answer was on its way stays so.
          form.getValues().selectedModules.filter((each) => each !== line),
        )
    } catch {
      notify('danger', messages.busy)
    } finally {
      setAsking((before) => before.filter((each) => each !== line))
    }
  }

  return (
    <Input.Wrapper
      labelElement="div"
      label="Products"
      error={running.length > 0 && <Running row={row} running={running} />}
    >
      <Group gap="lg" mt={6} role="group" aria-label="Products">
        {row.selectedModules.map(({ type }) => (
          <Checkbox
            key={type}
            label={row.rootModules.find(({ value }) => value === type)?.label ?? type}
            checked={chosen.includes(type)}
            disabled={asking.includes(type)}
            onChange={({ currentTarget }) => void toggle(type, currentTarget.checked)}
          />
        ))}
      </Group>
    </Input.Wrapper>
  )
}

function Terms({ form, row }: { form: CompanyForm; row: CompanyRow }) {
  return (
    <Checkbox.Group label="Payment terms" {...form.getInputProps('selectedTerms')}>
      <Group gap="lg" mt={6}>
        {row.rootPaymentTerms.map(({ value, label }) => (
          <Checkbox key={value} value={value} label={label} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

/** What the platform itself asks of an agency: the least it spends, and whether its set-up is charged. */
function MinimumAndCharge({ form }: { form: CompanyForm }) {
  const { data, error, reload } = useCall('pricing.listPlans', {})
  const failure = data || error === undefined ? undefined : 'The plans could not be loaded.'
  const plans = data?.data.map(({ idMinimumSpend, planName }) => ({ value: idMinimumSpend, label: planName })) ?? []
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Select
        label="Minimum spend plan"
        placeholder={data || failure ? 'None' : 'Loading Data'}
        disabled={!data}
        {...(failure && {
          description: (
            <Anchor component="button" type="button" size="xs" onClick={() => void reload()}>
              Load the plans again
            </Anchor>
          ),
        })}
        clearable
        data={plans}
        value={form.getValues().planMinSpendId || null}
        error={form.errors.planMinSpendId ?? failure}
        onChange={(id) => form.setFieldValue('planMinSpendId', id ?? '')}
      />
      <Switch
        label="Excluded from the onboarding charge"
        {...form.getInputProps('excludesOnboardCharge', { type: 'checkbox' })}
      />
    </SimpleGrid>
  )
}

/** Whether the person decides what only the platform that owns the installation does. */
function useIsMaster(): boolean {
  const { rootId, masterId } = useTenant().data
  return rootId === masterId
}

/** What only operators decide about an agency. */
export function AgencyFields({ form, row }: { form: CompanyForm; row: CompanyRow }) {
  const isMaster = useIsMaster()
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Products form={form} row={row} />
        <Terms form={form} row={row} />
      </SimpleGrid>
      <Switch
        label="Shows its own brand"
        description="Otherwise its people and clients see the brand of the platform."
        {...form.getInputProps('whiteLabel', { type: 'checkbox' })}
      />
      <Switch
        label="Beta agency"
        description="Takes part in what is being tried out, as the general settings say. What it begins stays its own when this is switched off."
        {...form.getInputProps('isBeta', { type: 'checkbox' })}
      />
      {isMaster && <MinimumAndCharge form={form} />}
      {isMaster && <DeveloperMode form={form} name={row.companyName} />}
    </>
  )
}
