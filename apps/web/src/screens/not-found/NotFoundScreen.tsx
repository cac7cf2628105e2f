import { useNavigate } from 'react-router-dom';

export const NotFoundScreen = () => {
  const navigate = useNavigate();
  return (
    <main className="full-page">
      <title>404</title>
      <h1 className="full-page__code">404</h1>
      <p>Sorry, the page you visited does not exist.</p>
      <div className="row full-page__actions">
        <button
          type="button"
          className="button button--primary"
          onClick={() => void navigate('/login')}
        >
          Back Home
        </button>
      </div>
    </main>
  );
};
