import { Alert, Anchor, Button, MultiSelect, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import IconFileUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { cleanFileName, refuseFile } from '#shared/csv.ts'
import { priceCurrency } from '#shared/money/price-text.ts'
import { messageOf } from '../../api/api-error.ts'
import { postFile } from '../../api/files.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { toCount } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import classes from './new-enrichment.module.css'

type Sending = { step: 'idle' } | { step: 'refused'; reason: string } | { step: 'sending'; name: string; share: number }

/** Chooses what is wanted, says what a match costs, and takes the file. Nothing is charged before it is confirmed. */
export function NewEnrichment({ companyId, onArrived }: { companyId: string; onArrived: () => void }) {
  const choose = useRef<() => void>(null)
  const [information, setInformation] = useState<string[]>([])
  const [state, setState] = useState<Sending>({ step: 'idle' })
  const { data, error, reload } = useCall('enrichment.options', { companyId })
  const { send } = useSend('enrichment.start')
  const isSending = state.step === 'sending'
  const upload = async (file: File | undefined) => {
    if (!file) return
    const refusal = refuseFile({ name: file.name, bytes: file.size })
    if (refusal) return setState({ step: 'refused', reason: refusal })
    const name = cleanFileName(file.name)
    setState({ step: 'sending', name, share: 0 })
    try {
      const { url, fields } = await send({ companyId, filename: name, information })
      await postFile(url, fields, new File([file], name, { type: 'text/csv' }), (share) =>
        setState({ step: 'sending', name, share }),
      )
      setState({ step: 'idle' })
    } catch (failure) {
      setState({ step: 'refused', reason: messageOf(failure) })
    }
    onArrived()
  }
  if (!data)
    return error === undefined ? (
      // As large as what will stand there, so that the list below does not move.
      <Skeleton height={407} maw={640} mb="lg" />
    ) : (
      <ErrorState title="The form could not be loaded" onRetry={reload}>
        {messageOf(error)}
      </ErrorState>
    )
  const price = information.length > 0 ? data.priceAdvancedCentiCents : data.priceBasicCentiCents
  return (
    <Paper component="section" withBorder p="md" mb="lg" maw={640} aria-label="New file">
      <Stack gap="md">
        <Title order={2} size="h5">
          New file
        </Title>
        {data.why && (
          <Alert color="yellow">
            {data.why}{' '}
            <Anchor component={Link} to={pathTo('cardSetting')} size="sm">
              Card Setting
            </Anchor>
          </Alert>
        )}
        <MultiSelect
          label="Information"
          description="Beside name, phone and address. Each kind is a column of the result."
          placeholder={information.length > 0 ? '' : 'Choose what you want to know'}
          searchable
          clearable
          hidePickedOptions
          data={data.information.map(({ id, name }) => ({ value: id, label: name }))}
          value={information}
          onChange={setInformation}
        />
        <Text size="sm">
          {priceCurrency(price)} for each person who is found
          {data.paysBy && `, paid with your ${data.paysBy === 'wallet' ? 'Data Wallet' : 'card'}`}. You see the most it
          can cost before you confirm.
        </Text>
        <Dropzone
          className={classes.zone ?? ''}
          openRef={choose}
          multiple={false}
          disabled={isSending}
          activateOnClick={false}
          activateOnKeyboard={false}
          onDrop={([file]) => void upload(file)}
          onReject={([rejected]) => void upload(rejected?.file)}
          inputProps={{ 'aria-label': 'File of addresses' }}
          tabIndex={-1}
        >
          <IconFileUpload size={28} stroke={1.5} aria-hidden />
          <Text size="sm">Drop a CSV file here</Text>
          <Button variant="default" size="xs" disabled={isSending} onClick={() => choose.current?.()}>
            Choose file
          </Button>
          <Text size="xs" c="dimmed">
            Up to {toCount(data.maxRows)} e-mail addresses, plain or as MD5
          </Text>
        </Dropzone>
        <div role="status">
          {state.step === 'refused' && <Alert color="red">{state.reason}</Alert>}
          {state.step === 'sending' && <ProgressBar label={state.name} value={state.share * 100} />}
        </div>
      </Stack>
    </Paper>
  )
}
