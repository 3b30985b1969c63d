# SPDX-License-Identifier: Apache-2.0
# Pictures of the documents that a program draws; the others are drawn by hand.

DOCS := $(B)/docs
IMG := docs/img
TIMING := zvc_entries zvc_stream bpc_entries ebd_entries codec_entries

$(DOCS)/timing $(DOCS)/mdcache_timing: $(DOCS)/%: docs/img/%.c docs/img/waves.c docs/img/waves.h \
  $(LIB_A) $(wildcard cmodel/*/*/*.h)
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CC) $(CSTD) $(CFLAGS) -Icmodel -o $@ $< docs/img/waves.c $(LIB_A)

$(DOCS)/slice_windows: docs/img/slice_windows.c tb/lib/slice_windows.h $(LIB_A)
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CC) $(CSTD) $(CFLAGS) -Icmodel/include -o $@ $< $(LIB_A)

.PHONY: pictures slice-windows
slice-windows: $(DOCS)/slice_windows ## measure: how evenly steps of a power of two go to the slices
	@$<

.PHONY: study-vdnn
study-vdnn: $(B)/linepress ## document: vDNN and cDMA on six networks against the paper; docs/studies/vdnn.md
	@$(PYTHON) docs/img/vdnn.py --linepress $< $(IMG)/vdnn_speed.svg $(IMG)/vdnn.svg \
	  $(IMG)/vdnn_zeros.svg docs/studies/vdnn.md

.PHONY: study-huvm
study-huvm: $(B)/linepress ## document: harvested memory against the paper, from records; docs/studies/huvm.md
	@$(PYTHON) docs/img/huvm.py --linepress $< $(IMG)/huvm_speed.svg $(IMG)/huvm.svg docs/studies/huvm.md

.PHONY: study-gpu
study-gpu: ## document: the whole GPU against Buddy Compression's figures 6b and 12, from records; docs/studies/buddy-{gpu,metadata,sensitivity,links}.md
	@$(PYTHON) -B docs/img/gpu_study.py docs/studies

.PHONY: study-cswap
study-cswap: $(B)/linepress $(TUNE_SO) ## document: swapping against CSWAP, from records; docs/studies/cswap*.md, docs/use/swap.md
	@$(PYTHON) docs/img/cswap.py --linepress $< --data tb/data/profiles docs/studies/cswap.md
	@$(PYTHON) docs/img/cswap.py --linepress $< --data tb/data/profiles/h200 \
	  --link-of timeline.json docs/studies/cswap-gpu.md
	@$(PYTHON) docs/img/cswap.py --linepress $< --data tb/data/profiles/h200 docs/use/swap.md
	@$(PYTHON) tb/systems/swap/demo.py --draw $(IMG)/swap_timeline_gpu.svg tb/data/profiles/h200/timeline.json
	@$(PYTHON) docs/img/cswap_flow.py tb/data/profiles/h200 $(IMG)/swap_step_gpu.svg

.PHONY: study-papers
study-papers: ## document: every figure and table of the papers, after the other studies; docs/studies/README.md
	@$(PYTHON) -B docs/img/papers.py docs/studies

.PHONY: study-cdma
study-cdma: $(B)/linepress $(DMA_STUDY) ## document: the DMA engine against its bound and the paper; docs/studies/cdma.md; minutes, goes on where it ended
	@$(PYTHON) docs/img/cdma.py --linepress $< --programs $(B)/dma --done $(B)/cdma-study.jsonl \
	  $(IMG)/cdma_buffer.svg docs/studies/cdma.md

.PHONY: study-cdma-rtl
study-cdma-rtl: $(B)/linepress $(DMA_RTL_SO) ## document: rows of docs/studies/cdma.md on the Verilated engine, figure by figure those of its model; minutes
	@LINEPRESS_DMA_RTL=$(DMA_RTL_SO) $(PYTHON) docs/img/cdma_rtl.py --linepress $< docs/studies/cdma.md

.PHONY: cdma-kinds-record study-cdma-kinds
cdma-kinds-record: $(B)/linepress ## measure: ratio and busy link of the DMA engine's codecs over tb/data, on the cycle model; tb/data/dma/kinds.json
	@$(PYTHON) -B tb/dma/kinds_record.py $<

study-cdma-kinds: ## document: codecs of the DMA engine over tb/data, from their record; docs/studies/cdma.md
	@$(PYTHON) -B docs/img/cdma_kinds.py docs/studies/cdma.md

.PHONY: speed-record study-speed
speed-record: $(B)/linepress ## measure: speed of the C codecs on this machine, which should be idle; tb/data/speed/speed.json
	@$(PYTHON) -B tb/systems/speed/measure.py $< tb/data/speed/speed.json

study-speed: ## document: speed of the C codecs, from the record; docs/studies/speed.md
	@$(PYTHON) -B docs/img/speed.py tb/data/speed/speed.json docs/studies/speed.md

.PHONY: study-mixed
study-mixed: $(LIB_SO) ## document: gain from the best codec for each line; docs/studies/mixed.md
	@$(PYTHON) docs/img/mixed.py --library $(B)/liblinepress.so docs/studies/mixed.md

.PHONY: study-unit-energy
study-unit-energy: ## document: energy of the codec units, from their record; docs/studies/unit-energy.md
	@$(PYTHON) -B docs/img/unit_energy.py docs/studies/unit-energy.md

# HPC and DL name snapshot sets, as SET or SET=TRAIN; BLOCK the part of the pages that they fill;
# ONLY, if set, the pages.
STUDIES := $(B)/studies
BLOCK ?= programs
.PHONY: studies studies-of
studies: $(B)/linepress ## document*: figures 3, 5, 7 to 10, 13 to 15 of Buddy Compression on tb/data: docs/studies/buddy-*.md
	@$(PYTHON) docs/img/study_sets.py $(STUDIES)
	@$(PYTHON) docs/img/studies.py --linepress $< \
	  $$(printf ' --hpc %s' $(STUDIES)/hpc/*) $$(printf ' --dl %s' $(STUDIES)/dl/*) \
	  docs/studies $(IMG)
	@$(PYTHON) -B docs/img/system_pages.py --linepress $< $(STUDIES) docs/studies $(IMG)

.PHONY: study-accuracy
study-accuracy: ## document: train a small network by batch size, three seeds; tb/data/batch/accuracy.json; minutes (PyTorch)
	@$(PYTHON) -B tb/systems/studies/batch_train.py --done $(B)/batch-train.jsonl tb/data/batch/accuracy.json

studies-of: $(B)/linepress ## document: the same on HPC="SET..." DL="SET...", in the pages' part BLOCK
	@$(PYTHON) docs/img/studies.py --linepress $< --block $(BLOCK) \
	  $(addprefix --hpc ,$(HPC)) $(addprefix --dl ,$(DL)) $(addprefix --only ,$(ONLY)) docs/studies $(IMG)

pictures: ## document: draw docs/img again, tables of docs/studies
pictures: $(DOCS)/timing $(DOCS)/mdcache_timing $(DOCS)/slice_windows $(B)/linepress $(LIB_SO)
	@for kind in $(TIMING); do \
	  $(DOCS)/timing $$kind $(DOCS)/enc.svg $(DOCS)/dec.svg && \
	  mv $(DOCS)/enc.svg $(IMG)/$${kind%%_*}_enc_$${kind#*_}.svg && \
	  mv $(DOCS)/dec.svg $(IMG)/$${kind%%_*}_dec_$${kind#*_}.svg || exit 1; done
	@$(DOCS)/mdcache_timing $(DOCS)/mdcache.svg && \
	  mv $(DOCS)/mdcache.svg $(IMG)/mdcache_timing.svg
	@$(PYTHON) docs/img/ebd.py $(IMG)/ebd_forms.svg
	@$(PYTHON) -B docs/img/house.py $(IMG)/house.svg docs/develop/architecture.md
	@$(PYTHON) docs/img/sectors.py --linepress $(B)/linepress --library $(B)/liblinepress.so \
	  $(IMG)/sectors.svg docs/studies/sectors.md
	@$(PYTHON) docs/img/buddy.py --linepress $(B)/linepress $(IMG)/buddy.svg docs/studies/buddy.md
	@sed '/^<!-- slices:begin/q' docs/studies/slices.md >$(DOCS)/slices.md && \
	  $(DOCS)/slice_windows >>$(DOCS)/slices.md && \
	  sed -n '/^<!-- slices:end/,$$p' docs/studies/slices.md >>$(DOCS)/slices.md && \
	  mv $(DOCS)/slices.md docs/studies/slices.md

# Pages with search: the documents, the help of the commands, and, where Doxygen is, the API.
$(B)/site-venv/ready: docs/site/site.txt | $(PIP)
	$(wheels)
.PHONY: site
site: $(B)/linepress $(B)/linepress-card ## document: static pages with search in build/site, no dead link (PyPI; Doxygen for the API)
	@$(call optional,site,docs/site/site.txt); \
	$(B)/site-venv/bin/python -B docs/site/site.py --build $(B) --mkdocs $(B)/site-venv/bin/mkdocs \
	  --doxygen "$$(command -v doxygen)"
