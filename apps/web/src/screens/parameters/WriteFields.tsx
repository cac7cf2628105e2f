import { Form, Input } from 'antd';

interface Props {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The field in which the user types the serial number of the device, so that no other pack is changed. */
export const SerialField = ({
  serial,
  extra,
  id,
  value,
  onChange,
}: Props & { readonly serial: string; readonly extra?: string }) => (
  <Form.Item
    label={`Serial number of the device, as on its label (${serial})`}
    htmlFor={id}
    extra={extra}
  >
    <Input
      id={id}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Form.Item>
);

/** The field for the password of the device. */
export const PasswordField = ({
  label,
  id,
  value,
  onChange,
}: Props & { readonly label: string }) => (
  <Form.Item label={label} htmlFor={id} extra="Sent to the device only. It is not saved.">
    <Input.Password
      visibilityToggle={false} // its icon is smaller than 24 px
      id={id}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Form.Item>
);
