# SPDX-License-Identifier: Apache-2.0
# Pictures of the documents that a program draws; the others are drawn by hand.

DOCS := $(B)/docs
IMG := docs/img
TIMING := zvc_entries zvc_stream bpc_entries codec_entries

$(DOCS)/timing $(DOCS)/mdcache_timing: $(DOCS)/%: docs/img/%.c docs/img/waves.c docs/img/waves.h \
  $(LIB_A) $(wildcard cmodel/*/*.h)
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CC) $(CSTD) $(CFLAGS) -Icmodel -o $@ $< docs/img/waves.c $(LIB_A)

.PHONY: pictures
pictures: ## draw docs/img again, tables of docs/studies
pictures: $(DOCS)/timing $(DOCS)/mdcache_timing $(B)/linepress $(LIB_SO)
	@for kind in $(TIMING); do \
	  $(DOCS)/timing $$kind $(DOCS)/enc.svg $(DOCS)/dec.svg && \
	  mv $(DOCS)/enc.svg $(IMG)/$${kind%%_*}_enc_$${kind#*_}.svg && \
	  mv $(DOCS)/dec.svg $(IMG)/$${kind%%_*}_dec_$${kind#*_}.svg || exit 1; done
	@$(DOCS)/mdcache_timing $(DOCS)/mdcache.svg && \
	  mv $(DOCS)/mdcache.svg $(IMG)/mdcache_timing.svg
	@$(PYTHON) docs/img/sectors.py --linepress $(B)/linepress --library $(B)/liblinepress.so \
	  $(IMG)/sectors.svg docs/studies/sectors.md
	@$(PYTHON) docs/img/buddy.py --linepress $(B)/linepress $(IMG)/buddy.svg docs/studies/buddy.md
