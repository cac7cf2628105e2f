/** Placeholder until the documents are written. */
export const DocumentScreen = () => <main className="full-page">Document</main>;
