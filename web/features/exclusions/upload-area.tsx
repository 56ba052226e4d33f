import { Alert, Button, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import IconFileUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs'
import { useRef } from 'react'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import type { Job } from './job-list.tsx'
import type { ListRef } from './list-ref.ts'
import classes from './upload-area.module.css'
import { type UploadState, useUpload } from './use-upload.ts'

type Props = { list: ListRef; done: readonly Job[]; onArrived: () => void }

/** A file that arrived may still be refused as a whole by who reads it. Why stands with the file, in the list below. */
function withOutcome(state: UploadState, done: readonly Job[]): UploadState {
  const failed = state.step === 'success' && done.find(({ id, status }) => id === state.jobId && status === 'failed')
  return failed ? { step: 'failed', reason: '' } : state
}

export function UploadArea({ list, done, onArrived }: Props) {
  const choose = useRef<() => void>(null)
  const { state, upload, isSaving } = useUpload(list, onArrived)
  // Every kind of file is taken here: our own rule looks at the name, and says in words what is wrong.
  const take = (files: readonly File[]) => {
    const [file] = files
    if (file) void upload(file)
  }
  return (
    <section aria-label="Upload">
      <Dropzone
        className={classes.zone}
        openRef={choose}
        multiple={false}
        disabled={isSaving}
        activateOnClick={false}
        activateOnKeyboard={false}
        onDrop={take}
        onReject={(rejected) => take(rejected.map(({ file }) => file))}
        inputProps={{ 'aria-label': 'Exclusion file' }}
        tabIndex={-1}
      >
        <IconFileUpload size={28} stroke={1.5} aria-hidden />
        <Text size="sm">Drop a CSV file here</Text>
        <Button variant="default" size="xs" disabled={isSaving} onClick={() => choose.current?.()}>
          Choose file
        </Button>
        <Text size="xs" c="dimmed">
          Up to 10,000 records: plain e-mail addresses, or their MD5, SHA-1 or SHA-256 hashes
        </Text>
      </Dropzone>
      <div className={classes.state} role="status">
        <State state={withOutcome(state, done)} onRetry={(file) => void upload(file)} />
      </div>
    </section>
  )
}

function State({ state, onRetry }: { state: UploadState; onRetry: (file: File) => void }) {
  switch (state.step) {
    case 'initial':
      return null
    case 'refused':
      return <Alert color="red">{state.reason}</Alert>
    case 'saving':
      return (
        <>
          <Text size="sm" mb={4}>
            Please Wait, your file being upload ...
          </Text>
          <ProgressBar label={state.fileName} value={state.share * 100} />
        </>
      )
    case 'success':
      return <Alert color="green">Your Suppression file has been Submitted, Thank you!</Alert>
    case 'failed': {
      const { reason, file } = state
      return (
        <Alert color="red">
          Whoops that did not work, please check your file for errors and try again
          {file ? (
            <Text size="sm">
              <TryAgain onRetry={() => onRetry(file)}>{reason}</TryAgain>
            </Text>
          ) : (
            reason && <Text size="sm">{reason}</Text>
          )}
        </Alert>
      )
    }
    default:
      return state satisfies never
  }
}
