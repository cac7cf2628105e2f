import { AutoComplete, Form } from 'antd';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { fieldProblem } from './field-problem.tsx';
import { TextFields } from './TextFields.tsx';

test('[PAGE-296] a screen reader reads the problem of a field with the field', async () => {
  const category = fieldProblem('category', 'Choose or enter a category.');
  const { screen } = await renderScreen(
    <Form layout="vertical" component="div">
      <TextFields
        prefix="pack"
        fields={[
          { key: 'serial', label: 'Serial number', isRequired: true },
          { key: 'model', label: 'Model' },
        ]}
        texts={{ serial: '', model: '' }}
        problems={{ serial: 'Enter a serial number.' }}
        onChange={() => undefined}
      />
      <Form.Item label="Category" htmlFor="category" {...category.item}>
        <AutoComplete id="category" {...category.field} />
      </Form.Item>
    </Form>,
  );
  const serial = screen.getByRole('textbox', { name: 'Serial number' });
  await expect.element(serial).toBeVisible();
  expect(serial.element().ariaInvalid).toBe('true');
  await expect.element(serial).toHaveAccessibleDescription('Enter a serial number.');
  expect(screen.getByRole('textbox', { name: 'Model' }).element().ariaInvalid).toBe(null);
  const choice = screen.getByRole('combobox', { name: 'Category' });
  expect(choice.element().ariaInvalid).toBe('true');
  await expect.element(choice).toHaveAccessibleDescription('Choose or enter a category.');
});
