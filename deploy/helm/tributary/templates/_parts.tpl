{{- define "tributary.name" -}}
{{- printf "%s-%s" .Release.Name "tributary" | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "tributary.labels" -}}
app.kubernetes.io/name: tributary
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "tributary.selector" -}}
app.kubernetes.io/name: tributary
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "tributary.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag }}
{{- end -}}
{{- end -}}

{{- define "tributary.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{/* The container of a role, but for its name, arguments, ports and probes. */}}
{{- define "tributary.container" -}}
image: {{ include "tributary.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  {{- range .Values.existingSecrets }}
  - secretRef: { name: {{ . | quote }} }
  {{- end }}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: home, mountPath: /var/lib/tributary }
  {{- if .Values.secretFiles.existingSecret }}
  - { name: secret-files, mountPath: /run/secrets/tributary, readOnly: true }
  {{- end }}
{{- end -}}

{{- define "tributary.settings" -}}
- { name: HOST, value: "0.0.0.0" }
- { name: DRAIN_SECONDS, value: {{ .Values.drainSeconds | quote }} }
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | toString | quote }} }
{{- end }}
{{- end -}}

{{- define "tributary.volumes" -}}
- { name: tmp, emptyDir: { medium: Memory, sizeLimit: 64Mi } }
- { name: home, emptyDir: { sizeLimit: 64Mi } }
{{- if .Values.secretFiles.existingSecret }}
- name: secret-files
  secret: { secretName: {{ .Values.secretFiles.existingSecret | quote }}, defaultMode: 0440 }
{{- end }}
{{- end -}}

{{- define "tributary.placement" -}}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
