import { useCore } from '../../react/core-context.tsx';
import { PRODUCT_VERSION } from '../../version.ts';
import { saveFile } from '../controls/save-file.ts';

/** A file for whoever helps: what the product knows of browser, connection and line, and nothing of anybody. */
export const SaveDiagnostics = () => {
  const { diagnostics } = useCore();
  const save = (): void => {
    const { innerWidth: width, innerHeight: height, devicePixelRatio: pixelRatio } = window;
    const report = diagnostics.report({
      product: PRODUCT_VERSION,
      browser: navigator.userAgent,
      language: navigator.language,
      page: { width, height, pixelRatio },
    });
    saveFile(document, 'batbot-diagnostics.json', 'application/json', [report]);
  };
  return (
    <section className="card area__diagnostics" aria-labelledby="diagnostics-title">
      <h2 id="diagnostics-title">Diagnostics</h2>
      <p>
        A file that tells whoever helps you which browser and version this is, how the connection
        stands and what went wrong on the line. Your name, your password and what was sent or
        received are not in it.
      </p>
      <div className="area__actions">
        <button type="button" className="button" onClick={save}>
          Save diagnostics
        </button>
      </div>
    </section>
  );
};
