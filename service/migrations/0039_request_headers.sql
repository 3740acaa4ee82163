-- Headers of logged requests and of their answers, as JSON without secrets: only those that explain a request.
alter table request_log add column headers text;
