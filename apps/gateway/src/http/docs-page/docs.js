// Draws the API document that this installation serves; requests made from the page go to this installation too.
globalThis.SwaggerUIBundle({
	url: "openapi.json",
	dom_id: "#api",
	deepLinking: true,
	tryItOutEnabled: true,
	persistAuthorization: false,
	validatorUrl: null,
});
