import { mount } from 'svelte';
import './lib/fonts.css';
import './lib/tokens.css';
import './lib/base.css';
import App from './App.svelte';
import { watchAddress } from './lib/here.svelte';

watchAddress();
mount(App, { target: document.getElementById('app')! });
