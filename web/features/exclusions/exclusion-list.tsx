export default function ExclusionList({ onClose }: { onClose: () => void }) { return <button type="button" onClick={onClose}>x</button> }
