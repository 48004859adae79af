.DEFAULT_GOAL := help
.PHONY: help serve test watch bench lint fmt setup clean

help: ## List these commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

serve: ## Build the site and serve it on http://127.0.0.1:3000 (HOST=, PORT=)
	@scripts/serve.sh

test: ## Run every test, in a browser too
	@scripts/test.sh

watch: ## Serve an unoptimised build, rebuilt at every change
	@scripts/watch.sh

bench: ## Measure how fast the model answers
	@scripts/run.sh cargo bench --package throughput

lint: ## Check formatting, lints and types
	@scripts/lint.sh

fmt: ## Format the sources
	@scripts/run.sh cargo fmt --all

setup: ## Install all tools beforehand; the other commands do it as needed
	@scripts/setup.sh

clean: ## Delete what was built here (not the tools)
	rm -rf target end2end/node_modules end2end/test-results end2end/playwright-report
