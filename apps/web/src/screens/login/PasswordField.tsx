import { useState } from 'react';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** A password field that accepts pasted text, trims nothing and has no length limit [SA-10]. */
export const PasswordField = (props: Omit<TextFieldProps, 'type' | 'end'>) => {
  const [isShown, show] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className="field__toggle sign-button"
          aria-label={isShown ? 'Hide characters' : 'Show characters'}
          aria-pressed={isShown}
          disabled={props.disabled}
          onClick={() => show(!isShown)}
        >
          <svg
            width="20"
            height="20"
            viewBox="0 0 20 20"
            fill="none"
            stroke="currentColor"
            aria-hidden
          >
            <path d="M1.5 10S4.5 4 10 4s8.5 6 8.5 6-3 6-8.5 6-8.5-6-8.5-6Z" strokeWidth="1.5" />
            <circle cx="10" cy="10" r="2.6" strokeWidth="1.5" />
            {!isShown && <path d="m3.5 3.5 13 13" strokeWidth="1.5" strokeLinecap="round" />}
          </svg>
        </button>
      }
    />
  );
};
