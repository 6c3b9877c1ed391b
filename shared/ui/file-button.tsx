/** A button that opens the browser's dialog for choosing a file. */
import { useRef } from 'preact/hooks';
import { Button } from './button.tsx';

type FileButtonProps = {
  label: string;
  /** Media types and extensions, as in `accept` of an input. */
  accept: string;
  onFile: (file: File) => void;
  id?: string;
  'aria-describedby'?: string;
};

export function FileButton({ label, accept, onFile, ...named }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...named} icon="upload" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
