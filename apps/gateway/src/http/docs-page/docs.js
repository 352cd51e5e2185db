// Displays the API document of this installation; requests from the page are sent to this installation as well.
globalThis.SwaggerUIBundle({
	url: "openapi.json",
	dom_id: "#api",
	deepLinking: true,
	tryItOutEnabled: true,
	persistAuthorization: false,
	validatorUrl: null,
});
